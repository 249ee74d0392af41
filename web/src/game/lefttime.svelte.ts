/** How much time each seat has left now: what the server said, less what has gone by here since. */
import type { ClockView } from '../protocol/types';

const EVERY = 250;
/** So little is told, once each in a turn, in milliseconds. */
const LOW = [30_000, 10_000];

/** Whether the time of a seat is counted down on the screen. */
export const runsDown = (clock: ClockView | null): clock is ClockView & { runs: number } =>
  clock !== null && clock.kind === 'bank' && clock.runs !== null;

export class LeftTime {
  #clock = $state.raw<ClockView | null>(null);
  #since = 0;
  #now = $state(0);
  #timer = 0;
  /** The seat on the move, and what has been told of its time. */
  #told: { seat: number; least: number } = { seat: -1, least: Infinity };
  readonly #low: (seat: number, seconds: number) => void;

  constructor(low: (seat: number, seconds: number) => void) {
    this.#low = low;
  }

  /** The server has said how the clocks stand. */
  set(clock: ClockView | null): void {
    this.#clock = clock;
    this.#since = this.#now = performance.now();
    clearInterval(this.#timer);
    if (!runsDown(clock)) return;
    if (clock.runs !== this.#told.seat) this.#told = { seat: clock.runs, least: Infinity };
    this.#timer = window.setInterval(() => this.#tick(), EVERY);
    this.#tick();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get clock(): ClockView | null {
    return this.#clock;
  }

  /** Milliseconds; `null` where a bot decides, or nothing is counted down. */
  of(seat: number): number | null {
    const clock = this.#clock;
    const left = clock?.kind === 'bank' ? (clock.left[seat] ?? null) : null;
    if (left === null) return null;
    return Math.max(0, clock?.runs === seat ? left - (this.#now - this.#since) : left);
  }

  #tick(): void {
    this.#now = performance.now();
    const { seat, least } = this.#told;
    const left = this.of(seat);
    if (left === null) return;
    const passed = LOW.filter((low) => left <= low && low < least);
    if (!passed.length) return;
    this.#told = { seat, least: Math.min(...passed) };
    this.#low(seat, Math.ceil(left / 1000));
  }
}
