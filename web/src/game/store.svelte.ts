/** One game on the screen: what the server last said, what is staged, and what the person does. */
import type { Socket, Status } from '../protocol/connection';
import { Entered } from '../protocol/entered.svelte';
import type {
  Effect,
  Event,
  PierOdds,
  Previewed,
  ServerMessage,
  Table,
  View,
  WayOut,
} from '../protocol/types';
import {
  back,
  begin,
  boatsWanted,
  canGoBack,
  linesOf,
  NONE,
  pick,
  rotate,
  targetsOf,
  withColour,
  withForced,
  withLanding,
  type Action,
  type Draft,
} from './draft';
import { Log, type Telling, type Turn } from './log';
import { done, linesAgain, withAgain, type Again } from './redo';
import { suggest } from './suggest';

export interface Watcher {
  /** Something happened: `effects` in order, from the view before to the one after. */
  happened(effects: Effect[], before: View, after: View): void;
  /** Sentences for those who listen. */
  said(sentences: Telling[]): void;
}

export class GameStore extends Entered<ServerMessage> {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<readonly Event[]>([]);
  turns = $state.raw<readonly Turn[]>([]);
  draft = $state.raw<Draft>(NONE);
  previewed = $state.raw<Previewed | null>(null);
  /** Lines were confirmed and the server has not answered yet. */
  busy = $state.raw(false);
  missing = $state.raw<'unknown_table' | 'damaged' | null>(null);
  /** What was taken back, the last at the end. */
  again = $state.raw<readonly Again[]>([]);
  /** A decision without a second look: see the setting. */
  quick = false;

  /** The view after what is staged. */
  readonly shown = $derived(this.previewed?.view ?? this.view);
  readonly targets = $derived(
    this.shown && this.view && !this.busy
      ? targetsOf(this.draft.step === 'land' ? this.shown : this.view, this.draft)
      : [],
  );
  readonly lines = $derived(this.view ? linesOf(this.view, this.draft) : []);
  readonly canConfirm = $derived(this.#complete());
  readonly canGoBack = $derived(
    this.view !== null && !this.busy && canGoBack(this.view, this.draft),
  );

  readonly canUndo = $derived(!this.busy && (this.canGoBack || (this.view?.undo ?? null) !== null));
  readonly canRedo = $derived(
    !this.busy && this.again.length > 0 && this.again.at(-1)?.seq === this.view?.seq,
  );

  #log: Log | null = null;
  #queue: Promise<void> = Promise.resolve();
  #asked = 0;

  constructor(
    address: string,
    private readonly watcher: Watcher,
    connect?: (url: string) => Socket,
  ) {
    super(address, connect);
  }

  protected seen(): number {
    return this.view?.seq ?? -1;
  }

  protected override line(status: Status): void {
    const back = status === 'open' && this.status === 'lost';
    super.line(status);
    // What was staged meanwhile has not been asked for yet.
    if (back) void this.#then(() => (this.previewed ? undefined : this.#stage({ ...this.draft })));
  }

  // -- what a person does ------------------------------------------------------------------------

  /** Choose the kind of action, or begin it anew. */
  act(action: Action): void {
    if (this.view) this.#stage(begin(this.view, action));
  }

  /** Pick a target by its id, one after the other: a landing waits for the server between two. */
  pick(id: string): Promise<void> {
    return this.#then(async () => {
      const target = this.targets.find((t) => t.id === id);
      const view = this.draft.step === 'land' ? this.shown : this.view;
      if (!target || !view) return;
      this.again = [];
      if (this.draft.step === 'sail' && target.state === 'chosen') return this.#confirm();
      await this.#stage(pick(view, this.draft, target));
      if (this.quick && this.#settled()) await this.#confirm();
    });
  }

  /** Change the draft by hand: turn the tile, choose a colour, be sure. */
  turnTile(by: number): void {
    void this.#stage(rotate(this.draft, by));
  }

  chooseColour(colour: string): void {
    this.draft = withColour(this.draft, colour);
  }

  makeSure(): void {
    if (this.draft.step === 'resettle') this.draft = { ...this.draft, sure: true };
  }

  back(): Promise<void> {
    return this.#then(async () => {
      if (this.view) await this.#stage(back(this.view, this.draft));
    });
  }

  /** Everything staged is taken back. */
  cancel(): Promise<void> {
    return this.#then(async () => {
      if (this.view) await this.#stage(begin(this.view));
    });
  }

  confirm(): Promise<void> {
    return this.#then(() => this.#confirm());
  }

  /** Fill a landing sensibly; still to be confirmed. */
  suggest(): Promise<void> {
    return this.#then(async () => {
      for (;;) {
        const line = this.draft.step === 'land' && this.shown ? suggest(this.shown) : null;
        if (line === null || this.draft.step !== 'land') return;
        const before = this.draft.picks.length;
        await this.#stage(withLanding(this.draft, line));
        if (this.draft.step !== 'land' || this.draft.picks.length <= before) return;
      }
    });
  }

  // -- taking back -------------------------------------------------------------------------------

  /** One step back: of what is staged, else of what was played (`view.undo` says what that means). */
  undo(): Promise<void> {
    return this.#then(async () => {
      const { view, draft } = this;
      if (!view || !this.canUndo) return;
      if (!this.canGoBack) return this.#takeBack(view.undo?.to ?? view.seq);
      await this.#stage(back(view, draft));
      this.again = withAgain(this.again, { seq: view.seq, draft }, view.seq);
    });
  }

  /** The game goes back to the position after an event. */
  takeBack(to: number): Promise<void> {
    return this.#then(() => this.#takeBack(to));
  }

  async #takeBack(to: number): Promise<void> {
    if (!this.view || this.busy) return;
    const before = this.view.seq;
    const lines = linesAgain(this.events, to, this.table?.your_seats ?? []);
    this.busy = true;
    const answer = await this.connection.undo(before, to);
    this.busy = false;
    if (answer?.type === 'refused') this.refused = answer.why;
    else if (lines.length === 0) this.again = [];
    else this.again = withAgain(this.again, { seq: this.view.seq, lines }, before);
  }

  /** What was taken back last is done again. */
  redo(): Promise<void> {
    return this.#then(async () => {
      const step = this.again.at(-1);
      if (!this.view || !step || !this.canRedo) return;
      if ('draft' in step) await this.#stage(step.draft);
      else if (!(await this.#play(step.lines))) this.again = [];
      this.again = done(this.again, this.view.seq);
    });
  }

  /** The shortest way out of a chain that runs in circles. */
  async wayOut(): Promise<WayOut | null> {
    const answer = this.view && (await this.connection.wayOut(this.view.seq));
    if (answer?.type === 'refused') this.refused = answer.why;
    return answer?.type === 'way_out' ? answer : null;
  }

  /** The odds of the voyages that must be made after these lines; `null`: not now. */
  async odds(seq: number, lines: readonly string[]): Promise<PierOdds[] | null> {
    const answer = await this.connection.odds(seq, lines);
    return answer?.type === 'odds' ? answer.piers : null;
  }

  // -- staging -----------------------------------------------------------------------------------

  #then(step: () => Promise<void> | void): Promise<void> {
    this.#queue = this.#queue.then(step);
    return this.#queue;
  }

  /** Take a new draft and ask the server what it leads to. */
  async #stage(draft: Draft): Promise<void> {
    if (draft === this.draft || !this.view || this.busy) return;
    const before = this.draft;
    this.refused = null;
    if (draft.step !== 'land') this.draft = draft;
    const lines = linesOf(this.view, draft);
    const asked = ++this.#asked;
    if (lines.length === 0 || draft.step === 'sail' || draft.step === 'pass') {
      this.draft = draft;
      this.previewed = null;
      return;
    }
    const answer = await this.connection.preview(this.view.seq, lines);
    if (asked !== this.#asked) return;
    if (answer?.type === 'refused') this.refused = answer.why;
    if (answer === null && draft.step === 'land') return; // the line is lost: what was staged before stays
    this.previewed = answer?.type === 'previewed' ? answer : null;
    // A landing goes on from what the server says; without its answer nothing is staged.
    if (draft.step === 'land') this.draft = this.previewed ? landed(draft, this.previewed) : before;
  }

  #complete(): boolean {
    if (!this.view?.can_act || this.busy || this.lines.length === 0) return false;
    if (this.draft.step === 'resettle') return this.draft.sure;
    return this.draft.step !== 'land' || this.shown?.phase !== 'landing';
  }

  /** Complete, and nothing more could be added. */
  #settled(): boolean {
    if (!this.view || !this.#complete()) return false;
    const { draft } = this;
    if (draft.step !== 'boats') return draft.step === 'sail' || draft.step === 'move';
    return draft.beaches.length === boatsWanted(this.view, draft).most;
  }

  async #confirm(): Promise<void> {
    if (!this.canConfirm) return;
    this.again = [];
    await this.#play(this.lines);
  }

  /** Whether the server took the lines. */
  async #play(lines: string[]): Promise<boolean> {
    if (!this.view) return false;
    this.busy = true;
    const answer = await this.connection.play(this.view.seq, lines);
    this.busy = false;
    if (answer?.type !== 'refused') return answer !== null;
    this.refused = answer.why;
    this.#restart();
    return false;
  }

  #restart(): void {
    this.#asked += 1;
    this.previewed = null;
    this.draft = this.view ? begin(this.view) : NONE;
  }

  // -- what the server says ----------------------------------------------------------------------

  protected receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        return this.#know(message.table, message.events, message.view);
      case 'events':
        return this.#goOn(message.events, message.view);
      case 'refused':
        if (message.code !== 'unknown_table' && message.code !== 'damaged') return;
        this.missing = message.code;
        return this.close();
    }
  }

  #know(table: Table, events: Event[], view: View): void {
    const had = this.view?.seq;
    this.table = table;
    this.events = events;
    this.retell();
    this.view = view;
    if (had !== view.seq) this.#restart();
  }

  /** The log from its beginning: as the page opens, and when the language changes. */
  retell(): void {
    if (!this.table) return;
    this.#log = new Log(this.table);
    for (const event of this.events) this.#log.add(event);
    this.turns = this.#log.turns;
  }

  #goOn(events: Event[], view: View): void {
    const before = this.view ?? view;
    const last = this.view?.seq ?? -1;
    const news = events.filter((event) => event.seq > last);
    const sentences = news.flatMap((event) => this.#log?.add(event) ?? []);
    this.turns = this.#log?.turns ?? [];
    this.events = [...this.events, ...news];
    this.view = view;
    if (news.length === 0) return;
    this.busy = false;
    this.refused = null;
    this.#restart();
    // A game that goes back is no film: the board jumps.
    const jumps = news.some((event) => event.kind === 'undo');
    this.#commit(news);
    this.watcher.happened(jumps ? [] : news.flatMap((event) => event.effects), before, view);
    if (sentences.length) this.watcher.said(sentences);
  }

  /** A deck that was shuffled anew has a commitment of its own. */
  #commit(news: readonly Event[]): void {
    const commitment = news.findLast((event) => event.commitment)?.commitment;
    if (this.table && commitment) this.table = { ...this.table, commitment };
  }
}

/** While the landing goes on, what the server added to it must be confirmed with it. */
const landed = (draft: Draft, after: Previewed): Draft =>
  after.view.phase === 'landing' ? withForced(draft, after.forced) : draft;
