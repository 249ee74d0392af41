/** The keyboard: one map for the whole program. */
import { m } from '../paraglide/messages.js';

export type Command =
  | 'expand'
  | 'king'
  | 'resettle'
  | 'turn-left'
  | 'turn-right'
  | 'confirm'
  | 'select'
  | 'back'
  | 'suggest'
  | 'odds'
  | 'talk'
  | 'tiles'
  | 'help'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'pan-up'
  | 'pan-down'
  | 'pan-left'
  | 'pan-right'
  | 'first'
  | 'last'
  | 'previous'
  | 'next'
  | 'happened'
  | 'undo'
  | 'redo';

/** What is held down with a key. Command counts as Ctrl. */
export type Held = '' | 'Shift' | 'Ctrl' | 'Ctrl+Shift';

/** Where a key works: while playing, while stepping through a record, or both. */
export type Scope = 'game' | 'record' | 'both';

export interface Binding {
  key: string;
  command: Command;
  scope: Scope;
  label: () => string;
  /** A single printable key: can be switched off (WCAG 2.1.4). */
  single: boolean;
  held: Held;
}

const single = (key: string, command: Command, scope: Scope, label: () => string): Binding => ({
  key,
  command,
  scope,
  label,
  single: true,
  held: '',
});
const named = (
  key: string,
  command: Command,
  scope: Scope,
  label: () => string,
  held: Held = '',
): Binding => ({ ...single(key, command, scope, label), single: false, held });

/** In the order of the help. The digits choose among marked targets: see `Digits`. */
export const BINDINGS: readonly Binding[] = [
  named('ArrowUp', 'up', 'game', m.keys_arrows),
  named('ArrowDown', 'down', 'game', m.keys_arrows),
  named('ArrowLeft', 'left', 'game', m.keys_arrows),
  named('ArrowRight', 'right', 'game', m.keys_arrows),
  named('ArrowUp', 'pan-up', 'both', m.keys_pan, 'Shift'),
  named('ArrowDown', 'pan-down', 'both', m.keys_pan, 'Shift'),
  named('ArrowLeft', 'pan-left', 'both', m.keys_pan, 'Shift'),
  named('ArrowRight', 'pan-right', 'both', m.keys_pan, 'Shift'),
  named('Enter', 'select', 'game', m.keys_select),
  named(' ', 'confirm', 'game', m.keys_confirm),
  named('Escape', 'back', 'game', m.keys_back),
  single('x', 'expand', 'game', m.keys_expand),
  single('k', 'king', 'game', m.keys_king),
  single('r', 'resettle', 'game', m.keys_resettle),
  single('q', 'turn-left', 'game', m.keys_turn),
  single('e', 'turn-right', 'game', m.keys_turn),
  single('g', 'suggest', 'game', m.keys_suggest),
  single('o', 'odds', 'game', m.keys_odds),
  single('t', 'tiles', 'both', m.keys_tiles),
  single('+', 'zoom-in', 'both', m.keys_zoom),
  single('-', 'zoom-out', 'both', m.keys_zoom),
  single('0', 'fit', 'both', m.keys_fit),
  single('h', 'happened', 'both', m.keys_happened),
  single(',', 'previous', 'both', m.keys_step),
  single('.', 'next', 'both', m.keys_step),
  named('Home', 'first', 'both', m.keys_ends),
  named('End', 'last', 'both', m.keys_ends),
  named('z', 'undo', 'both', m.keys_undo, 'Ctrl'),
  named('y', 'redo', 'both', m.keys_redo, 'Ctrl'),
  named('z', 'redo', 'both', m.keys_redo, 'Ctrl+Shift'),
  single('c', 'talk', 'game', m.keys_talk),
  single('?', 'help', 'both', m.keys_help),
];

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Shift is part of a character ("?", "+"), but counts beside Ctrl and named keys. */
function heldWith(event: Pressed): Held {
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl) return event.shiftKey ? 'Ctrl+Shift' : 'Ctrl';
  return event.shiftKey && event.key.length > 1 ? 'Shift' : '';
}

/** The command of a key, or `null`. */
export function commandOf(
  event: Pressed,
  scope: 'game' | 'record',
  singles: boolean,
): Command | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const held = heldWith(event);
  const found = BINDINGS.find(
    (b) => b.key === key && b.held === held && (b.scope === scope || b.scope === 'both'),
  );
  return found && (singles || !found.single) ? found.command : null;
}

/** Whether somebody types into this element. */
export function isTyping(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return element.matches('input, textarea, select, [contenteditable=""], [contenteditable="true"]');
}

/** Digits for a target: one, or two where there are more than nine; never a zero, which is a key of its own. */
export const numberOf = (index: number, count: number): number =>
  count <= 9 ? index + 1 : (Math.floor(index / 9) + 1) * 10 + (index % 9) + 1;

/** Digits typed so far; they choose a target as soon as the number is whole. */
export class Digits {
  #typed = '';

  /** The index of the chosen target, or `null` while the number is not whole or names none. */
  type(digit: string, count: number): number | null {
    this.#typed += digit;
    if (this.#typed.length < (count > 9 ? 2 : 1)) return null;
    const number = Number(this.#typed);
    this.#typed = '';
    const found = Array.from({ length: count }, (_, i) => numberOf(i, count)).indexOf(number);
    return found < 0 ? null : found;
  }

  clear(): void {
    this.#typed = '';
  }
}
