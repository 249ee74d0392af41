/** Runs a storyboard: on screen time, at a speed, skippable at any moment. */
import type { Frame, Shot } from './frames';
import { Storyboard } from './storyboard';
import type { Berths } from './berths';
import type { Effect } from '../protocol/types';
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

const pace: Record<Speed, number> = { off: 0, fast: 0.4, normal: 1, slow: 1.8 };
/** With reduced motion each shot is one still picture, this long (ms at normal speed). */
const STILL = 700;

export function reducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class Film {
  /** The picture now; undefined: nothing plays, the live position is shown. */
  frame = $state.raw<Frame | undefined>();
  /** The berths in which the last film left the boats. */
  berths: Berths = {};
  /** Where the last film left a fleet that has still to land. */
  arrival = $state.raw<{ island: string; direction: number } | undefined>();
  private queue: Shot[] = [];
  private board: Storyboard | undefined;
  private options: PlayOptions | undefined;
  private ends: (() => void)[] = [];
  private stop: () => void = () => undefined;
  private started = 0;
  private current: Shot | undefined;

  get playing(): boolean {
    return this.frame !== undefined;
  }

  /** Show what happened; resolves when the last picture was shown or all was skipped. While one plays, more is appended. */
  play(effects: readonly Effect[], options: PlayOptions): Promise<void> {
    this.options = options;
    if (!this.playing || !this.board) {
      this.board = new Storyboard(options.from, this.berths, this.placed(options.fleet));
    }
    const board = this.board;
    const before = board.shots.length;
    for (const effect of effects) board.tell(effect);
    if (pace[options.speed ?? 'normal'] === 0 || document.hidden) {
      this.skip();
      return Promise.resolve();
    }
    this.queue.push(...board.shots.slice(before));
    if (this.queue.length === 0 && !this.playing) {
      this.skip();
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.ends.push(done);
      if (!this.current) this.next();
    });
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
    this.queue = [];
    this.current = undefined;
    this.board = undefined;
    this.frame = undefined;
    for (const done of this.ends.splice(0)) done();
  }

  private next(): void {
    const shot = this.queue.shift();
    if (!shot) return this.skip();
    this.current = shot;
    this.options?.onshot?.(shot.effect);
    // Who falls behind catches up: a long queue plays faster.
    const hurry = this.queue.length > 24 ? 0.5 : 1;
    const factor = pace[this.options?.speed ?? 'normal'] * hurry;
    if (reducedMotion()) {
      this.frame = shot.frame(shot.effect.effect === 'fleet_lost' ? 0.3 : 1);
      const timer = window.setTimeout(() => this.next(), STILL * factor);
      this.stop = () => clearTimeout(timer);
      return;
    }
    this.started = performance.now();
    this.frame = shot.frame(0);
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - this.started) / (shot.ms * factor)));
      this.frame = shot.frame(t);
      if (t < 1) request();
      else this.next();
    };
    const request = () => {
      const handle = requestAnimationFrame(step);
      this.stop = () => cancelAnimationFrame(handle);
    };
    request();
  }
}
