/** The keyboard on the board: the cursor from place to place, and from a place into what can be chosen there. */
import { tick } from 'svelte';
import type { Place } from '../board/geometry';
import type { Target } from '../board/types';
import { m } from '../paraglide/messages.js';
import type { Table, View } from '../protocol/types';
import { cellInWords } from './boardwords';
import { placesOf, samePlace, stepTo, withShores } from './cursor';
import { focusOn, focusWithin, type Towards } from './focus';

/** What lies on the board now, and what can be chosen. */
export interface Seen {
  table: Table;
  view: View;
  targets: readonly Target[];
}

export class BoardKeys {
  /** Where the cursor stands; `undefined`: it is not in use. */
  place = $state.raw<Place | undefined>();
  /** What stands there, told when the cursor comes. */
  cell = $state('');
  readonly #board: () => HTMLElement | undefined;
  readonly #seen: () => Seen | null;

  constructor(board: () => HTMLElement | undefined, seen: () => Seen | null) {
    this.#board = board;
    this.#seen = seen;
  }

  /** What was chosen by its number is where the keyboard is now. */
  goTo(id: string): void {
    const board = this.#board();
    if (board) focusOn(board, id);
  }

  /** An arrow: among the targets of one place while the focus is there, else from place to place. */
  arrow(towards: Towards): boolean {
    const [board, seen] = [this.#board(), this.#seen()];
    if (!board || !seen) return false;
    const focused = this.#focused(seen);
    if (focused) {
      const here = placeOf(focused, seen.view);
      const ids = this.#at(here, seen).map((target) => target.id);
      if (focusWithin(board, ids, towards)) return true;
      this.place = here;
    }
    this.#go(this.#next(towards, seen), seen);
    return true;
  }

  /** The one target under the cursor, to be chosen; `null` where there is none or several: then the focus goes to them. */
  enter(): Target | null {
    const [board, seen] = [this.#board(), this.#seen()];
    if (!board || !seen || !this.place || !this.onCursor) return null;
    const here = this.#at(this.place, seen);
    const open = here.filter((target) => target.state !== 'blocked');
    if (open.length < 2) return open[0] ?? here[0] ?? null;
    focusOn(board, (open[0] as Target).id);
    return null;
  }

  /** From a target back to the cursor. */
  leave(): boolean {
    const seen = this.#seen();
    const focused = seen && this.#focused(seen);
    if (!seen || !focused || !this.place) return false;
    this.#go(this.place, seen);
    return true;
  }

  /** The pointer is in use: the cursor goes. */
  rest(): void {
    this.place = undefined;
    this.cell = '';
  }

  get onCursor(): boolean {
    return (
      document.activeElement instanceof SVGElement && 'cursor' in document.activeElement.dataset
    );
  }

  #focused(seen: Seen): Target | undefined {
    const element = document.activeElement;
    const id = element instanceof SVGElement ? element.dataset.target : undefined;
    return id === undefined ? undefined : seen.targets.find((target) => target.id === id);
  }

  #next(towards: Towards, { view, targets }: Seen): Place {
    const laid = placesOf(view.position.tiles);
    // First the cursor shows itself, where something can be chosen.
    if (!this.place) {
      const first = targets.find((target) => target.state !== 'blocked');
      return (first && placeOf(first, view)) ?? laid[0] ?? { q: 0, r: 0 };
    }
    return stepTo(this.place, towards, withShores(laid));
  }

  #at(place: Place | undefined, { view, targets }: Seen): Target[] {
    return targets.filter((target) => {
      const at = placeOf(target, view);
      return place && at && samePlace(at, place);
    });
  }

  #go(place: Place, seen: Seen): void {
    this.place = place;
    this.cell = [cellInWords(seen.table, seen.view, place), choicesInWords(this.#at(place, seen))]
      .filter(Boolean)
      .join('; ');
    void tick().then(() => {
      const cursor = this.#board()?.querySelector<SVGElement>('[data-cursor]');
      cursor?.focus({ preventScroll: true });
    });
  }
}

function placeOf({ kind, tile, q, r }: Target, { position }: View): Place | undefined {
  if (kind === 'place') return { q: q ?? 0, r: r ?? 0 };
  const at = position.tiles[tile ?? ''];
  return at && { q: at[0], r: at[1] };
}

/** What Enter does here. */
function choicesInWords(targets: readonly Target[]): string {
  const open = targets.filter((target) => target.state !== 'blocked');
  const [first] = open;
  if (!first) return targets[0] ? `${targets[0].label}: ${targets[0].reason ?? ''}` : '';
  return open.length === 1
    ? m.cell_choice({ label: first.label })
    : m.cell_choices({ count: open.length });
}
