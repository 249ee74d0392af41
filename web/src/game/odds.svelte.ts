/** The odds of the next voyages, asked for as soon as what is staged has come to rest. */
import type { OddsSign, Target } from '../board/types';
import type { PierOdds } from '../protocol/types';
import { beachSigns, pierSigns, questionOf, withOdds, type Question } from './odds';
import { settings } from './settings.svelte';
import type { GameStore } from './store.svelte';

/** ms: staging goes on quickly; only what rests is asked about. */
const REST = 180;

export class Odds {
  /** The pier that is pointed at or has the focus. */
  looked = $state.raw<string>();
  #found = $state.raw<{ question: string; piers: readonly PierOdds[] }>({
    question: '',
    piers: [],
  });

  readonly on = $derived.by(() => settings.odds && this.game.table?.odds === true);
  /** As text: the same question is asked once. */
  readonly #question = $derived.by(() => {
    const { view, previewed, lines } = this.game;
    const question = this.on && view ? questionOf(view, previewed?.view ?? null, lines) : null;
    return question && JSON.stringify(question);
  });
  readonly piers = $derived(this.#found.question === this.#question ? this.#found.piers : []);
  /** A pier is to be chosen; else what is staged would fill beaches. */
  readonly choosing = $derived.by(() => this.#question !== null && this.game.draft.step === 'sail');

  constructor(private readonly game: GameStore) {
    $effect(() => {
      const question = this.#question;
      if (question === null || this.game.status !== 'open') return;
      if (this.#found.question === question) return;
      const { lines } = JSON.parse(question) as Question;
      const timer = setTimeout(() => void this.#ask(question), lines.length ? REST : 0);
      return () => clearTimeout(timer);
    });
  }

  async #ask(question: string): Promise<void> {
    const { seq, lines } = JSON.parse(question) as Question;
    const piers = await this.game.odds(seq, lines);
    if (piers && question === this.#question) this.#found = { question, piers };
  }

  /** The same targets, piers with their odds. */
  named(targets: Target[]): Target[] {
    return this.choosing ? withOdds(targets, this.piers) : targets;
  }

  /** The rings on the board. */
  signs(targets: readonly Target[]): OddsSign[] {
    return this.choosing ? pierSigns(targets, this.piers) : beachSigns(this.piers);
  }

  /** The pier whose figures are wanted: the one looked at, else the one chosen. */
  figures(targets: readonly Target[], selected: string | undefined): PierOdds | null {
    if (!this.choosing) return null;
    const find = (id: string | undefined) =>
      targets.find((one) => one.id === id && one.edge !== undefined);
    const target = find(this.looked) ?? find(selected);
    return (
      this.piers.find((odds) => odds.island === target?.tile && odds.pier === target.edge) ?? null
    );
  }
}
