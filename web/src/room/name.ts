/** The name of the person at this browser, asked once. */

const PLACE = 'tongiaki-name';
/** The longest that a room takes. */
export const LONGEST_NAME = 24;

export function rememberedName(): string {
  try {
    return (localStorage.getItem(PLACE) ?? '').slice(0, LONGEST_NAME);
  } catch {
    return '';
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(PLACE, name);
  } catch {
    // Private windows may refuse: it is asked again.
  }
}
