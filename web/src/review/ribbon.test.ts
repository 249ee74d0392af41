import { describe, expect, it } from 'vitest';
import { table, view } from '../game/fixtures';
import type { Review, ReviewMoment } from '../protocol/types';
import {
  bands,
  eventAt,
  marks,
  mayReview,
  momentAt,
  momentBefore,
  nextMark,
  placeOf,
  spaced,
} from './ribbon';

const moment = (seq: number, seat: number | null, first: number, parts = {}): ReviewMoment => ({
  seq,
  seat,
  chances: [first, 1 - first],
  luck: [],
  judgement: null,
  ...parts,
});

const judgement = (error: number, worth: 'good' | 'slip' | 'mistake') => ({
  best: {} as never,
  best_chance: 0.5,
  chance: 0.5 - error,
  error,
  worth,
});

/** Event 3 and 4 were taken back by 5. */
const review: Review = {
  seq: 8,
  decisions: 3,
  judged: 3,
  moments: [
    moment(0, null, 0.5),
    moment(1, 0, 0.4, { judgement: judgement(0.1, 'mistake') }),
    moment(2, 0, 0.6, { luck: [0.2, -0.2] }),
    moment(6, 1, 0.7, { judgement: judgement(0.04, 'slip') }),
    moment(7, 1, 0.75, { luck: [0.05, -0.05] }),
    moment(8, 0, 0.76, { luck: [0.01, -0.01], judgement: judgement(0.01, 'good') }),
  ],
  shares: [],
  luckiest: [],
  worst: [],
};

describe('the moment of an event', () => {
  it('is the last one before it that counts', () => {
    expect(momentAt(review, 2)?.seq).toBe(2);
    expect(momentAt(review, 4)?.seq).toBe(2);
    expect(momentAt(review, 99)?.seq).toBe(8);
    expect(momentBefore(review, 6)?.seq).toBe(2);
    expect(momentBefore(review, 0)).toBeUndefined();
  });

  it('lies where the slider has it', () => {
    expect(placeOf(2, 8, 400)).toBe(100);
    expect(placeOf(0, 0, 400)).toBe(0);
    for (const seq of [0, 3, 8]) expect(eventAt(placeOf(seq, 8, 400) + 20, 8, 400)).toBe(seq);
    expect(eventAt(-50, 8, 400)).toBe(0);
    expect(eventAt(1000, 8, 400)).toBe(8);
  });
});

describe('the bands', () => {
  const [first, second] = bands(review, 8, { width: 800, height: 100 });

  it('fill the height at every moment, one on the other', () => {
    expect(first?.edge.startsWith('M0 0L')).toBe(true);
    expect(second?.edge.startsWith('M0 50L100 40L200 60')).toBe(true);
    expect(second?.edge.endsWith('800 76')).toBe(true);
    expect(first?.path).toContain('100 40');
    expect(second?.path).toContain('800 100');
  });

  it('go straight on where events were taken back', () => {
    expect(second?.edge).toContain('200 60L500 60L600 70');
  });
});

describe('marks', () => {
  const all = marks(review, 8, 800);

  it('stand at much luck and at errors, in the order of the game', () => {
    expect(all.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'mistake'],
      [2, 'luck'],
      [6, 'slip'],
      [7, 'bad-luck'],
    ]);
    expect(all.map(({ change }) => change)).toEqual([-0.1, 0.2, -0.04, -0.05]);
  });

  it('lead from one to the next', () => {
    expect(nextMark(all, 2, 1)?.seq).toBe(6);
    expect(nextMark(all, 2, -1)?.seq).toBe(1);
    expect(nextMark(all, 1, -1)).toBeUndefined();
    expect(nextMark(all, 7, 1)).toBeUndefined();
  });

  it('give way to greater ones in the same lane', () => {
    const near = spaced(
      all.map((mark) => ({ ...mark, x: mark.seq })),
      6,
    );
    expect(near.map(({ seq }) => seq)).toEqual([1, 2]);
  });
});

it('chances are told of running games that are neither rated nor without odds, and of all that are over', () => {
  const running = view();
  const over = view({ phase: 'over' });
  expect(mayReview(table({ odds: true, rated: false }), running)).toBe(true);
  expect(mayReview(table({ odds: true, rated: true }), running)).toBe(false);
  expect(mayReview(table({ odds: false, rated: false }), running)).toBe(false);
  expect(mayReview(table({ odds: false, rated: true }), over)).toBe(true);
});
