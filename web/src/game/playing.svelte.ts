/** The keyboard at a game: which key does what now. */
import type Board from '../board/Board.svelte';
import { m } from '../paraglide/messages.js';
import type { BoardKeys } from './boardkeys.svelte';
import { commandOf, Digits, isTyping, type Command } from './keys';
import type { Looking } from './looking.svelte';
import { set, settings } from './settings.svelte';
import type { GameStore } from './store.svelte';

/** The rest of the page. */
export interface Page {
  map(): Board | undefined;
  /** A dialog is open and has the keys. */
  busy(): boolean;
  open(dialog: 'help' | 'tiles'): void;
  note(text: string): void;
  show(seq: number): void;
  happened(): void;
  talk(): void;
  undo(): void;
}

const PAN: Partial<Record<Command, [number, number]>> = {
  'pan-up': [0, 80],
  'pan-down': [0, -80],
  'pan-left': [80, 0],
  'pan-right': [-80, 0],
};

export class Playing {
  /** The keyboard is in use: numbers stand at the targets. */
  keyMode = $state(false);
  readonly #digits = new Digits();

  constructor(
    private readonly game: GameStore,
    private readonly looking: Looking,
    private readonly cursor: BoardKeys,
    private readonly page: Page,
  ) {}

  key(press: KeyboardEvent): void {
    if (press.defaultPrevented || this.page.busy() || isTyping(press.target)) return;
    if (settings.keys && isDigit(press)) {
      this.keyMode = true;
      press.preventDefault();
      this.#digit(press.key);
      return;
    }
    if (press.key === 'Tab') this.keyMode = true;
    const command = commandOf(press, 'game', settings.keys);
    if (command && this.#run(command, press)) press.preventDefault();
  }

  #digit(digit: string): void {
    const { targets } = this.game;
    const index = this.looking.history.looking ? null : this.#digits.type(digit, targets.length);
    const target = index === null ? undefined : targets[index];
    if (!target) return;
    this.cursor.goTo(target.id);
    void this.game.pick(target.id);
  }

  /** Before a target takes the space bar: confirm what is complete, or hurry the film and end it. */
  space(press: KeyboardEvent): void {
    if (press.key !== ' ' || this.page.busy() || isTyping(press.target)) return;
    const { film } = this.looking;
    if (!film.playing && !this.#ready()) return;
    const { target } = press;
    if (target instanceof HTMLElement && target.closest('button, a, summary, input')) return;
    press.preventDefault();
    press.stopPropagation();
    this.keyMode = true;
    if (!film.held) this.#confirm();
  }

  release(press: KeyboardEvent): void {
    if (press.key === ' ') this.looking.film.release();
  }

  pointer(): void {
    this.keyMode = false;
    this.cursor.rest();
  }

  #ready(): boolean {
    const { game } = this;
    if (this.looking.history.looking) return false;
    return game.canConfirm || (game.draft.step === 'resettle' && !game.draft.sure);
  }

  /** Space: confirm what is staged, else the film. */
  #confirm(): void {
    const { game } = this;
    if (!this.#ready()) this.looking.film.press();
    else if (game.draft.step === 'resettle' && !game.draft.sure) game.makeSure();
    else void game.confirm();
  }

  /** Carry out a command; false: the key keeps its usual meaning. */
  #run(command: Command, press: KeyboardEvent): boolean {
    this.keyMode = true;
    this.#digits.clear();
    const { game, cursor } = this;
    switch (command) {
      case 'expand':
      case 'king':
      case 'resettle':
        game.act(command);
        return true;
      case 'turn-left':
        game.turnTile(-1);
        return true;
      case 'turn-right':
        game.turnTile(1);
        return true;
      case 'suggest':
        void game.suggest();
        return true;
      case 'odds':
        this.#odds();
        return true;
      case 'confirm':
      case 'select':
        if (onControl(press)) return false;
        if (command === 'select' && cursor.onCursor) this.#choose();
        else this.#confirm();
        return true;
      case 'back':
        this.#back();
        return true;
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        return cursor.arrow(command);
      default:
        return this.#look(command) || this.#see(command);
    }
  }

  #odds(): void {
    if (!this.game.table?.odds) return this.page.note(m.refused_odds_off());
    set({ odds: !settings.odds });
    this.page.note(settings.odds ? m.odds_shown() : m.odds_hidden());
  }

  /** Esc: out of the film, out of the past, then a stage back. */
  #back(): void {
    if (this.looking.reel) this.looking.close();
    else if (this.looking.history.looking) this.looking.history.back();
    else if (!this.cursor.leave()) void this.game.back();
  }

  #look(command: Command): boolean {
    const { history } = this.looking;
    const { page } = this;
    if (command === 'happened') page.happened();
    else if (command === 'talk') page.talk();
    else if (command === 'previous') page.show(history.now - 1);
    else if (command === 'next') page.show(history.now + 1);
    else if (command === 'first') page.show(0);
    else if (command === 'last') history.back();
    else if (command === 'undo') page.undo();
    else if (command === 'redo') void this.game.redo();
    else return false;
    return true;
  }

  #see(command: Command): boolean {
    const map = this.page.map();
    const pan = PAN[command];
    if (pan) map?.panBy(...pan);
    else if (command === 'help' || command === 'tiles') this.page.open(command);
    else if (command === 'zoom-in') map?.zoomIn();
    else if (command === 'zoom-out') map?.zoomOut();
    else if (command === 'fit') map?.fit();
    else return false;
    return true;
  }

  /** Enter on the cursor. */
  #choose(): void {
    const { cursor, page } = this;
    const target = cursor.enter();
    if (target?.state === 'blocked') page.note(target.reason ?? '');
    else if (target) void this.game.pick(target.id);
    else if (cursor.onCursor) page.note(m.cell_nothing());
  }
}

const isDigit = (press: KeyboardEvent) =>
  /^[1-9]$/.test(press.key) && !press.ctrlKey && !press.metaKey && !press.altKey;

const onControl = (press: KeyboardEvent) =>
  press.target instanceof Element && press.target.closest('button, a, summary, [role="button"]');
