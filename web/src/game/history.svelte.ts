/** The moment that is looked at, with the views of all moments as far as they were needed. */
import type { View } from '../protocol/types';

/** Views are fetched in chunks of so many; the server sends at most 128. */
const CHUNK = 64;

/** Gets the views after the events `first` to `last`. */
export type Source = (first: number, last: number) => Promise<readonly View[]>;

export class History {
  /** The event that is looked at; `null`: now. */
  at = $state.raw<number | null>(null);
  /** The view after it: the one before stays while it is on its way. */
  view = $state.raw<View | null>(null);
  /** The tiles of a sentence that was clicked. */
  lit = $state.raw<readonly string[]>([]);
  failed = $state.raw(false);
  readonly #views = new Map<number, View>();
  readonly #coming = new Map<number, Promise<void>>();

  /** `last`: the number of the last event now. */
  constructor(
    private readonly source: Source,
    private readonly last: () => number,
  ) {}

  get looking(): boolean {
    return this.at !== null;
  }

  /** The moment on the slider: the last one while nobody looks back. */
  get now(): number {
    return this.at ?? this.last();
  }

  /** Look at the moment after an event; from the last one on it is now. */
  async show(seq: number, lit: readonly string[] = []): Promise<void> {
    if (seq >= this.last() && lit.length === 0) return this.back();
    this.at = Math.max(0, Math.min(this.last(), seq));
    this.lit = lit;
    const { at } = this;
    try {
      const view = await this.viewAt(at);
      // Who scrubs on has another moment by now.
      if (this.at === at) this.view = view;
      this.failed = false;
    } catch {
      this.failed = true;
      if (this.view === null) this.back();
    }
  }

  step(by: number): Promise<void> {
    return this.show(this.now + by);
  }

  back(): void {
    this.at = null;
    this.view = null;
    this.lit = [];
  }

  /** What was to be seen after an event. Views never change, so each is asked for once. */
  async viewAt(seq: number): Promise<View> {
    if (!this.#views.has(seq)) await this.#fetch(Math.floor(seq / CHUNK));
    const view = this.#views.get(seq);
    if (!view) throw new Error(`no view ${seq}`);
    return view;
  }

  #fetch(chunk: number): Promise<void> {
    const running = this.#coming.get(chunk);
    if (running) return running;
    const first = chunk * CHUNK;
    const last = Math.min(this.last(), first + CHUNK - 1);
    const coming = this.source(first, last)
      .then((views) => views.forEach((view, i) => this.#views.set(first + i, view)))
      .finally(() => this.#coming.delete(chunk));
    this.#coming.set(chunk, coming);
    return coming;
  }
}

/** The event that an address names: `/g/ID#12`. */
export function momentIn(hash: string): number | null {
  const found = /^#(\d{1,6})$/.exec(hash);
  return found ? Number(found[1]) : null;
}
