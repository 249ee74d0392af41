/** What the board shows: the game as it stands with what is staged, or the moment of the past that is looked at. */
import type { Marks, Target, WaitingFleet } from '../board/types';
import { inEffect } from './history';
import { boardTargets, stagedBoats, waitingFleet } from './labels';
import type { Looking } from './looking.svelte';
import { arrivalOf, earlierMarks, earlierMoves, lastMove, marksOf, routeOf } from './marks';
import type { GameStore } from './store.svelte';

export class Sight {
  /** The island that is being counted at the end. */
  counted = $state.raw<{ island: string; colour: string } | null>(null);

  /** `numbered`: numbers stand at the targets. */
  constructor(
    private readonly game: GameStore,
    private readonly looking: Looking,
    private readonly numbered: () => boolean,
  ) {}

  /** Now, after what is staged of a landing. */
  readonly live = $derived.by(() =>
    this.game.draft.step === 'land' ? this.game.shown : this.game.view,
  );
  /** What is looked at: this moment, or one before. */
  readonly view = $derived.by(() => this.looking.history.view ?? this.game.view);
  /** The same after what is staged. */
  readonly told = $derived.by(() => (this.#past ? this.view : (this.live ?? this.game.view)));
  readonly #past = $derived.by(() => this.looking.history.looking);

  readonly targets = $derived.by((): Target[] => {
    const { game, live } = this;
    return live && !this.#past ? boardTargets(live, game.draft, game.targets, this.numbered()) : [];
  });
  readonly staged = $derived.by(() => {
    const { view, draft, previewed } = this.game;
    return view && !this.#past ? stagedBoats(view, draft, previewed) : [];
  });

  readonly move = $derived.by(() => lastMove(this.looking.events));
  readonly marks = $derived.by((): Marks => {
    const { counted, move, view } = this;
    const { lit } = this.looking.history;
    if (counted) return { tiles: [counted.island], colour: counted.colour };
    if (lit.length) return { tiles: [...lit], colour: move.colour ?? undefined };
    return view ? marksOf(move.effects, view.position.tiles, move.colour) : {};
  });
  readonly earlier = $derived.by((): Marks[] => {
    if (this.counted || !this.view) return [];
    const { tiles } = this.view.position;
    return earlierMoves(this.looking.events, this.move.colour).map((m) => earlierMarks(m, tiles));
  });

  /** A fleet that waits to land lies where it came from. */
  readonly fleet = $derived.by((): WaitingFleet | undefined => {
    const { told, view } = this;
    const waits = told && waitingFleet(told);
    if (!waits || !view) return undefined;
    const came = arrivalOf(this.looking.events, view.position.tiles);
    return came?.island === waits.island ? { ...waits, direction: came.direction } : waits;
  });
  readonly route = $derived.by(() => {
    const { draft, view } = this.game;
    if (this.#past || !view || draft.step !== 'sail') return [];
    const choice = view.choices.find((c) => c.line === draft.line);
    if (!choice?.island || !choice.outlook) return [];
    return routeOf(view.position.tiles, choice.island, choice.pier ?? 0, choice.outlook);
  });

  /** The moment that is looked at was taken back. */
  readonly taken = $derived.by(() => {
    const { at } = this.looking.history;
    return at !== null && !inEffect(this.game.events).some((event) => event.seq === at);
  });
}
