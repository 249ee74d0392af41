/** Who is at this browser: asked once, remembered so that nothing jumps when the page comes again. */
import { request } from '../protocol/http';
import type { Me, Text } from '../protocol/types';
import { rememberName } from '../room/name';

const PLACE = 'tongiaki-claimed';

function remembered(): string {
  try {
    return localStorage.getItem(PLACE) ?? '';
  } catch {
    return '';
  }
}

class Myself {
  /** The claimed name; "" for a guest. */
  name = $state(remembered());
  since = $state<string | null>(null);
  /** The operator keeps this person out, and why. */
  keptOut = $state.raw<Text | null>(null);
  #asked: Promise<void> | null = null;

  /** Ask the server, once; who is kept out asks again. */
  ask(): Promise<void> {
    if (this.keptOut) this.#asked = null;
    this.#asked ??= request<Me>('/api/me').then(
      (me) => this.is(me),
      () => undefined, // it stays as it is remembered
    );
    return this.#asked;
  }

  /** The server says who it is. */
  is({ name, since, kept_out }: Me): void {
    this.keptOut = kept_out;
    if (this.name && !name) rememberName('');
    this.name = name;
    this.since = since;
    if (name) rememberName(name);
    try {
      if (name) localStorage.setItem(PLACE, name);
      else localStorage.removeItem(PLACE);
    } catch {
      // Private windows may refuse.
    }
  }
}

export const me = new Myself();
