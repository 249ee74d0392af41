import { describe, expect, it } from 'vitest';
import { arcs, DISC, placed } from '../board/odds';
import type { Target } from '../board/types';
import type { PierOdds } from '../protocol/types';
import { view } from './fixtures';
import {
  beachSigns,
  bestInWords,
  bestOf,
  endingsOf,
  inBrief,
  inFull,
  meanTiles,
  percentOf,
  pierSigns,
  questionOf,
  withOdds,
} from './odds';

const odds = (parts: Partial<PierOdds> = {}): PierOdds => ({
  island: 'Tonga',
  beach: 'b',
  pier: 3,
  land: 0.62,
  turned_back: 0.08,
  lost: 0.3,
  lost_number: 0.28,
  lost_deck: 0.02,
  lost_end: 0,
  left_out: 0,
  tiles: [0, 0.7, 0.2, 0.1],
  new: { Samoa: 0.2, Niue: 0.2 },
  known: { Tonga: 0.02, Tahiti: 0.2 },
  royal: { Fiji: 0.08 },
  ...parts,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const pier: Target = {
  id: 'sail Tonga 3',
  kind: 'pier',
  tile: 'Tonga',
  edge: 3,
  label: 'Sail',
  number: 1,
};

describe('what is asked', () => {
  const chain = view({ phase: 'chain' });
  const turn = view();

  it('is the voyage that is next', () => {
    expect(questionOf(chain, null, [])).toEqual({ seq: 10, lines: [] });
    // The pier that is chosen is a staged line, too: it changes nothing.
    expect(questionOf(chain, null, ['sail Tonga 3'])).toEqual({ seq: 10, lines: [] });
    expect(questionOf(turn, null, [])).toBeNull();
  });

  it('or the one that what is staged leads to', () => {
    expect(questionOf(turn, chain, ['expand Tonga ab'])).toEqual({
      seq: 10,
      lines: ['expand Tonga ab'],
    });
    expect(questionOf(turn, turn, ['expand Tonga ab'])).toBeNull();
    expect(questionOf(turn, chain, [])).toBeNull();
  });

  it('only by who decides', () => {
    expect(questionOf(view({ phase: 'chain', can_act: false }), null, [])).toBeNull();
  });
});

describe('odds in words', () => {
  it('never call what is possible 0 nor what is uncertain 100', () => {
    const said = [0, 1e-12, 0.001, 0.005, 0.5, 0.994, 0.996, 1 - 1e-12, 1].map(percentOf);
    expect(said).toEqual(['0', '0', '<1', '1', '50', '99', '>99', '100', '100']);
  });

  it('tell all figures', () => {
    expect(meanTiles(odds())).toBeCloseTo(1.4);
    expect(plain(inBrief(odds()))).toBe('lands 62 %, turned back 8 %, and lost 30 %');
    expect(plain(inFull(odds()))).toBe(
      'lands 62 % (one of 2 new islands 40 %, Tahiti 20 %, Tonga 2 %); turned back 8 % (Fiji 8 %); ' +
        'lost 30 % (too few colours 28 %, no tile left 2 %); tiles turned up: 1.4 on average',
    );
  });

  it('say where nothing is revealed', () => {
    expect(inFull(odds({ tiles: [1] }))).toMatch(/; no tile is turned up$/);
  });

  it('leave out what cannot happen, but always say how likely it lands', () => {
    const never = odds({ land: 0, new: {}, known: {}, turned_back: 0, royal: {}, lost: 1 });
    expect(endingsOf(never).map(({ kind }) => kind)).toEqual(['land', 'lost']);
    expect(plain(inBrief(never))).toBe('lands 0 % and lost 100 %');
  });

  it('say how much was left out where it is much', () => {
    expect(inFull(odds({ left_out: 0.0004 }))).not.toContain('±');
    expect(plain(inFull(odds({ left_out: 0.02 })))).toContain('± 2 %');
  });
});

describe('on the board', () => {
  const worse = odds({ pier: 2, land: 0.1 });

  it('a ring has its place before its figures are known', () => {
    const empty = { id: 'sail Tonga 3', island: 'Tonga', edge: 3, number: 1 };
    expect(pierSigns([pier], [])).toEqual([empty]);
    expect(pierSigns([pier], [worse, odds()])).toEqual([
      { ...empty, chances: { land: 0.62, back: 0.08, lost: 0.3 }, text: '62' },
    ]);
  });

  it('a pier says its odds', () => {
    const [named] = withOdds([pier], [odds()]);
    expect(plain(named?.label ?? '')).toBe('Sail; lands 62 %, turned back 8 %, and lost 30 %');
    expect(named?.description).toBe(inFull(odds()));
  });

  it('a beach that will be full has the ring of its best pier', () => {
    expect(bestOf([worse, odds()])).toEqual([odds()]);
    expect(beachSigns([worse, odds()]).map(({ id, text }) => [id, text])).toEqual([
      ['Tonga b', '62'],
    ]);
  });

  it('and says which pier that is, where there are several', () => {
    const several = bestInWords(view(), [worse, odds()]).map(plain);
    const brief = 'lands 62 %, turned back 8 %, and lost 30 %';
    expect(several).toEqual([`Tonga, south-west beach: best to the north, ${brief}`]);
    expect(bestInWords(view(), [odds()])[0]).not.toContain('best');
  });

  it('rings of two piers that face each other stand apart', () => {
    // Edge 0 of Tonga looks south, where Fiji lies half turned: its edge 0 looks north.
    const tiles = { Tonga: [0, 0, 0], Fiji: [0, 1, 3] } as Record<string, [number, number, number]>;
    const position = { tiles, boats: {}, royal: {}, supply: {} };
    const signs = ['Tonga', 'Fiji'].map((island) => ({ id: island, island, edge: 0 }));
    const xs = placed(signs, position, 2).map(({ at }) => at.x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(2 * 2 * DISC);
    const [alone] = placed(signs.slice(0, 1), position, 2);
    expect(alone?.at.x).toBeCloseTo(0);
  });

  it('the arcs go round once, in order, and leave out what cannot happen', () => {
    const kinds = (land: number, back: number, lost: number) =>
      arcs({ land, back, lost }).map((arc) => arc.kind);
    expect(kinds(0.6, 0.1, 0.3)).toEqual(['land', 'back', 'lost']);
    expect(kinds(1, 0, 0)).toEqual(['land']);
    expect(kinds(0, 0, 1)).toEqual(['lost']);
    expect(arcs({ land: 1, back: 0, lost: 0 })[0]?.path).toMatch(/^M0 -15.6A.*-15.6$/);
  });
});
