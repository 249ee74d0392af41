/** The ribbon of the chances of victory: bands, one on the other, and the marks of luck and errors. Pure. */
import type { Review, ReviewMoment, Table, View } from '../protocol/types';

/** Room for the ribbon, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The band of a seat: its outline, and where its emblem has room. */
export interface Band {
  seat: number;
  path: string;
  /** The upper edge alone. */
  edge: string;
}

/** A draw or a decision that changed much. */
export interface Mark {
  seq: number;
  seat: number;
  x: number;
  kind: 'luck' | 'bad-luck' | 'slip' | 'mistake';
  /** How much it changed for who drew or decided. */
  change: number;
}

/** Chances are told of a game that is over; before, where it is neither rated nor played without odds. */
export const mayReview = (table: Table, view: View): boolean =>
  view.phase === 'over' || (!table.rated && table.odds);

/** From so much on a tile is marked, for who drew it. */
export const MUCH_LUCK = 0.03;
/** So many marks of a kind at most, the greatest. */
export const MOST_MARKS = 16;

/** The last moment up to an event: what came after it and was taken back has no chances of its own. */
export function momentAt(review: Review, seq: number): ReviewMoment | undefined {
  return review.moments.findLast((moment) => moment.seq <= seq);
}

/** The moment before the one of an event. */
export function momentBefore(review: Review, seq: number): ReviewMoment | undefined {
  return review.moments.findLast((moment) => moment.seq < seq);
}

/** Where an event lies, as the slider has it. */
export const placeOf = (seq: number, last: number, width: number): number =>
  last > 0 ? (width * seq) / last : 0;

/** The event that lies nearest. */
export const eventAt = (x: number, last: number, width: number): number =>
  Math.round((last * Math.max(0, Math.min(width, x))) / width);

/** The bands of all seats, the first on top. Between events in effect the chances stay as they are. */
export function bands(review: Review, last: number, { width, height }: Size): Band[] {
  const points = review.moments.flatMap((moment, n) => {
    const x = placeOf(moment.seq, last, width);
    const next = review.moments[n + 1]?.seq ?? last + 1;
    // Where events lie between that have no chances, the band goes straight on to the last of them.
    const until = placeOf(Math.min(next - 1, last), last, width);
    return until > x ? [at(x, moment), at(until, moment)] : [at(x, moment)];
  });
  const seats = review.moments[0]?.chances.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => {
    const upper = points.map(({ x, below }) => point(x, below[seat] ?? 0, height));
    const lower = points.map(({ x, below }) => point(x, below[seat + 1] ?? 1, height)).reverse();
    return { seat, path: `M${[...upper, ...lower].join('L')}Z`, edge: `M${upper.join('L')}` };
  });
}

/** How much of the height lies above each band. */
function at(x: number, moment: ReviewMoment): { x: number; below: number[] } {
  const below = [0];
  for (const chance of moment.chances) below.push((below.at(-1) ?? 0) + chance);
  return { x, below };
}

const point = (x: number, part: number, height: number): string =>
  `${round(x)} ${round(part * height)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** What is marked, in the order of the game. */
export function marks(review: Review, last: number, width: number): Mark[] {
  const lucky: Mark[] = [];
  const erring: Mark[] = [];
  for (const { seq, seat, luck, judgement } of review.moments) {
    if (seat === null) continue;
    const x = placeOf(seq, last, width);
    const change = luck[seat] ?? 0;
    if (Math.abs(change) >= MUCH_LUCK) {
      lucky.push({ seq, seat, x, kind: change > 0 ? 'luck' : 'bad-luck', change });
    }
    if (judgement?.worth === 'slip' || judgement?.worth === 'mistake') {
      erring.push({ seq, seat, x, kind: judgement.worth, change: -judgement.error });
    }
  }
  return [...greatest(lucky), ...greatest(erring)].sort((a, b) => a.seq - b.seq);
}

const greatest = (all: Mark[]): Mark[] =>
  all.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_MARKS);

/** Those that do not lie on greater ones beside them. */
export function spaced(all: readonly Mark[], room: number): Mark[] {
  const shown: Mark[] = [];
  for (const mark of [...all].sort((a, b) => Math.abs(b.change) - Math.abs(a.change))) {
    const lane = shown.filter((other) => isLuck(other) === isLuck(mark));
    if (lane.every((other) => Math.abs(other.x - mark.x) >= room)) shown.push(mark);
  }
  return shown.sort((a, b) => a.seq - b.seq);
}

export const isLuck = ({ kind }: Mark): boolean => kind === 'luck' || kind === 'bad-luck';

/** The mark before or after a moment. */
export function nextMark(all: readonly Mark[], seq: number, way: 1 | -1): Mark | undefined {
  return way > 0 ? all.find((mark) => mark.seq > seq) : all.findLast((mark) => mark.seq < seq);
}
