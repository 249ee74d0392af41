/** Runs a storyboard: on screen time, at a speed, to be paused, wound and skipped at any moment. */
import type { Effect } from '../protocol/types';
import type { Berths } from './berths';
import type { Frame, Shot } from './frames';
import { cutAt, cutTurn, endOf, startsOf, type Cut } from './reel';
import { Storyboard } from './storyboard';
import type { Position, Speed, WaitingFleet } from './types';

export interface PlayOptions {
  /** The position before the first effect. */
  from: Position;
  /** A fleet that lies off an island in `from`. */
  fleet?: WaitingFleet | undefined;
  speed?: Speed;
  /** Told as each shot begins (for captions and sound). */
  onshot?: (effect: Effect) => void;
}

const PACE: Record<Speed, number> = { off: 1, slow: 1.8, normal: 1, fast: 0.5, fastest: 0.25 };
/** ms of film still to come above which what happens live runs twice as fast. */
const BEHIND = 8000;
/** ms: a shorter press is a tap. */
const TAP = 300;

export function reducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class Film {
  /** The picture now; undefined: nothing plays, the live position is shown. */
  frame = $state.raw<Frame | undefined>();
  /** The effect that is shown. */
  effect = $state.raw<Effect | undefined>();
  /** ms since the beginning, and in all. */
  at = $state(0);
  total = $state(0);
  /** Where each turn begins (ms). */
  chapters = $state.raw<number[]>([]);
  paused = $state(false);
  speed = $state<Speed>('normal');
  /** Held down: twice as fast. */
  held = $state(false);
  /** A film that somebody asked for, in chapters; else what happens now. */
  asked = $state(false);
  /** The berths in which the last film left the boats. */
  berths: Berths = {};
  /** Where the last film left a fleet that has still to land. */
  arrival = $state.raw<{ island: string; direction: number } | undefined>();
  private cuts: Cut[] = [];
  private board: Storyboard | undefined;
  private onshot: ((effect: Effect) => void) | undefined;
  private ends: (() => void)[] = [];
  private stop: () => void = () => undefined;
  private current: Cut | undefined;
  private pressed = 0;

  get playing(): boolean {
    return this.frame !== undefined;
  }

  /** The turn that is shown. */
  get part(): number {
    return this.chapters.findLastIndex((start) => start <= this.at + 0.5);
  }

  /** Show what happens; resolves when the last picture was shown or all was skipped. While one plays, more is appended. */
  play(effects: readonly Effect[], options: PlayOptions): Promise<void> {
    if (this.asked) this.skip();
    this.onshot = options.onshot;
    this.speed = options.speed ?? 'normal';
    if (!this.playing || !this.board) this.begin(options);
    const shots = this.tell(effects);
    if (this.speed === 'off' || document.hidden || (shots.length === 0 && !this.playing)) {
      this.skip();
      return Promise.resolve();
    }
    this.cuts.push(...cutTurn(shots, 0, endOf(this.cuts), { still: reducedMotion(), least: 0 }));
    return this.run();
  }

  /** Show turns again, each a chapter, from the beginning. */
  show(turns: readonly (readonly Effect[])[], options: PlayOptions): Promise<void> {
    this.skip();
    this.onshot = options.onshot;
    this.speed = options.speed ?? 'normal';
    this.begin(options);
    const still = reducedMotion() || this.speed === 'off';
    turns.forEach((effects, part) => {
      const shots = this.tell(effects);
      const told = shots.length > 0 ? shots : this.pause(effects[0]);
      this.cuts.push(...cutTurn(told, part, endOf(this.cuts), { still }));
    });
    this.chapters = startsOf(this.cuts, turns.length);
    this.asked = this.cuts.length > 0;
    if (!this.asked) {
      this.skip();
      return Promise.resolve();
    }
    return this.run();
  }

  private begin(options: PlayOptions): void {
    this.board = new Storyboard(options.from, this.berths, this.placed(options.fleet));
    this.cuts = [];
    this.at = 0;
    this.paused = false;
  }

  private tell(effects: readonly Effect[]): Shot[] {
    const board = this.board as Storyboard;
    const before = board.shots.length;
    for (const effect of effects) board.tell(effect);
    return board.shots.slice(before);
  }

  /** A turn in which nothing moves is one quiet picture. */
  private pause(effect: Effect | undefined): Shot[] {
    const { position, berths, fleet } = this.board as Storyboard;
    return effect ? [{ ms: 1000, effect, frame: () => ({ position, berths, actors: fleet }) }] : [];
  }

  /** A waiting fleet, on the side where the last film left it if nobody knows better. */
  placed(fleet: WaitingFleet | undefined): WaitingFleet | undefined {
    if (!fleet || fleet.direction !== undefined || this.arrival?.island !== fleet.island)
      return fleet;
    return { ...fleet, direction: this.arrival.direction };
  }

  /** To the end at once. */
  skip(): void {
    this.stop();
    if (this.board) {
      this.berths = this.board.berths;
      this.arrival = this.board.arrival;
    }
    this.cuts = [];
    this.current = undefined;
    this.board = undefined;
    this.frame = undefined;
    this.effect = undefined;
    this.chapters = [];
    this.asked = false;
    this.held = false;
    for (const done of this.ends.splice(0)) done();
  }

  /** A press on the board or the space bar: while it is held the film runs twice as fast, a short one ends it. */
  press(): void {
    if (!this.playing || this.held) return;
    this.held = true;
    this.pressed = performance.now();
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    if (performance.now() - this.pressed < TAP) this.skip();
  }

  /** When the first shot begins that shows one of these effects (ms); the end if none does. */
  startOf(shows: (effect: Effect) => boolean): number {
    return this.cuts.find((cut) => shows(cut.shot.effect))?.start ?? this.total;
  }

  /** To this moment (ms). */
  seek(at: number): void {
    if (!this.playing) return;
    this.at = Math.max(0, at);
    if (this.at >= this.total) return this.skip();
    this.picture();
    this.turn();
  }

  /** To a chapter; after the last one the film is over, before the first it begins anew. */
  chapter(part: number): void {
    this.seek(this.chapters[Math.max(0, part)] ?? this.total);
  }

  toggle(): void {
    this.paused = !this.paused;
    this.turn();
  }

  /** Film at another speed from now on. */
  set(speed: Speed): void {
    this.speed = speed;
    this.turn();
  }

  private run(): Promise<void> {
    this.total = endOf(this.cuts);
    return new Promise((done) => {
      this.ends.push(done);
      if (this.playing) return;
      this.picture();
      this.turn();
    });
  }

  /** Show the moment; tell of a shot that begins. */
  private picture(): void {
    const cut = cutAt(this.cuts, this.at);
    if (!cut) return this.skip();
    const quiet = reducedMotion() || (this.asked && this.speed === 'off');
    const still = cut.shot.effect.effect === 'fleet_lost' ? 0.3 : 1;
    const part = Math.min(1, (this.at - cut.start) / cut.ms);
    if (!quiet || cut !== this.current) this.frame = cut.shot.frame(quiet ? still : part);
    if (cut === this.current) return;
    this.current = cut;
    this.effect = cut.shot.effect;
    this.onshot?.(cut.shot.effect);
  }

  /** Let the clock run, unless it is stopped. */
  private turn(): void {
    this.stop();
    if (this.paused || !this.playing) return;
    let last = performance.now();
    const step = (now: number) => {
      const behind = !this.asked && this.total - this.at > BEHIND;
      const rate = (this.held || behind ? 2 : 1) / PACE[this.speed];
      this.at += Math.max(0, now - last) * rate;
      last = now;
      if (this.at >= this.total) return this.skip();
      this.picture();
      request();
    };
    const request = () => {
      const handle = requestAnimationFrame(step);
      this.stop = () => cancelAnimationFrame(handle);
    };
    request();
  }
}
