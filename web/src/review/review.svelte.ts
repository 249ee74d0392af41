/** A game looked back on: asked for when it is wanted, chances first, and again while more is being found. */
import { failureInWords } from '../game/words';
import type { Review } from '../protocol/types';

/** ms between two looks at what has been found. */
const PAUSE = 400;

/** Gets what is known when more than `after` decisions are judged, or all are. */
export type ReviewSource = (after: number) => Promise<Review>;

export class Reviewing {
  /** The ribbon is shown. */
  open = $state(false);
  found = $state.raw<Review | null>(null);
  failed = $state('');
  #run = 0;

  constructor(private readonly source: ReviewSource) {}

  /** Everything that there is to find is found. */
  readonly done = $derived.by(
    () => this.found !== null && this.found.judged >= this.found.decisions,
  );

  show(): void {
    this.open = true;
    void this.#follow();
  }

  close(): void {
    this.open = false;
    this.#run += 1;
  }

  toggle(): void {
    if (this.open) this.close();
    else this.show();
  }

  /** The game went on to this event: what is shown is looked for anew. */
  reached(seq: number): void {
    if (this.open && this.found && this.found.seq !== seq) void this.#follow();
  }

  async #follow(): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    this.failed = '';
    let after = -1;
    while (run === this.#run) {
      try {
        const found = await this.source(after);
        if (run !== this.#run) return;
        this.found = found;
        if (this.done) return;
        after = found.judged;
      } catch (error) {
        if (run === this.#run) this.failed = failureInWords(error);
        return;
      }
      await new Promise((wake) => setTimeout(wake, PAUSE));
    }
  }
}
