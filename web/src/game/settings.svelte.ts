/** What a person likes, kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'off' | 'fast' | 'normal' | 'slow';

export interface Settings {
  theme: Theme;
  speed: Speed;
  /** Single keys are commands. */
  keys: boolean;
  /** Every decision is confirmed; else a complete one is played at once. */
  confirm: boolean;
}

export const DEFAULTS: Settings = { theme: 'system', speed: 'normal', keys: true, confirm: true };
const PLACE = 'tongiaki-settings';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const SPEEDS: readonly Speed[] = ['off', 'fast', 'normal', 'slow'];

/** Settings from what was stored; whatever is not understood is the default. */
export function read(stored: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    found = (JSON.parse(stored ?? '{}') ?? {}) as typeof found;
  } catch {
    // Damaged: the defaults do.
  }
  return {
    theme: THEMES.find((theme) => theme === found.theme) ?? DEFAULTS.theme,
    speed: SPEEDS.find((speed) => speed === found.speed) ?? DEFAULTS.speed,
    keys: typeof found.keys === 'boolean' ? found.keys : DEFAULTS.keys,
    confirm: typeof found.confirm === 'boolean' ? found.confirm : DEFAULTS.confirm,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(read(stored()));

/** Change and keep. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Private windows may refuse: the setting holds until the page is left.
  }
  applyTheme();
}

/** The theme is an attribute of the page; `system` leaves it to the browser. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

applyTheme();
