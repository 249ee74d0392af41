import { describe, expect, it } from 'vitest';
import { begin, type Draft } from '../game/draft';
import { choice, event, expand, land, sail, view } from '../game/fixtures';
import type { Event, View } from '../protocol/types';
import { guided, sinceOwn, type Now } from './coach';
import { read } from './memory';
import { effectsOf, walk } from './walk';

const now = (seen: View, parts: Partial<Now> = {}): Now => ({
  view: seen,
  shown: seen,
  draft: begin(seen),
  targets: [],
  events: [],
  ...parts,
});
const keys = (state: Now) => guided(state).map(({ key }) => key);

const sailed = event(3, [
  { effect: 'fleet_sailed', island: 'Tonga', beach: 'd', pier: 3, boats: { red: 2, blue: 1 } },
]);
const lost: Event = event(
  5,
  [{ effect: 'number_met', tile: 'G', number: 3, colours: 1, passed: false }],
  { seat: 1, colour: 'blue' },
);

describe('the bubbles of a guided game', () => {
  it('say nothing while others are on the move', () => {
    expect(keys(now(view({ can_act: false, phase: 'turn' })))).toEqual([]);
  });

  it('begin with placing a boat, and say that it can still be changed', () => {
    const setup = view({
      phase: 'setup',
      choices: [choice('place Tonga a', 'place', { island: 'Tonga', beaches: 'a' })],
    });
    expect(keys(now(setup))).toEqual(['place']);
    const draft: Draft = { step: 'boats', kind: 'place', island: 'Tonga', beaches: 'a' };
    expect(keys(now(setup, { draft }))).toEqual(['confirm']);
  });

  it('name the beach with one berth left, by where it lies', () => {
    const turn = view({
      position: { ...view().position, boats: { 'Tonga d': { red: 1, blue: 1 } } },
      choices: [expand('Tonga', 'ad'), expand('Tonga', 'ab')],
    });
    const [bubble] = guided(now(turn));
    expect(bubble?.key).toBe('fill');
    expect(bubble?.text).toContain('north beach');
  });

  it('tell of growing where no beach is nearly full', () => {
    expect(keys(now(view({ choices: [expand('Tonga', 'ab')] })))).toEqual(['grow']);
  });

  it('go on to the pier, the point of no return, the landing', () => {
    const chain = view({ phase: 'chain', choices: [sail('Tonga', 3)] });
    expect(keys(now(chain))).toEqual(['pier']);
    expect(keys(now(chain, { draft: { step: 'sail', line: 'sail Tonga 3' } }))).toEqual(['sail']);
    const landing = view({ phase: 'landing', choices: [land('Fiji', 'a', 'red')] });
    expect(keys(now(landing))).toEqual(['land']);
    expect(keys(now(landing, { shown: view() }))).toEqual(['ashore']);
  });

  it('tell of kings when one is possible, after the first voyage', () => {
    const turn = view({
      choices: [expand('Tonga', 'a'), choice('king Fiji', 'king', { island: 'Fiji' })],
    });
    expect(keys(now(turn, { events: [sailed] }))).toEqual(['later', 'king']);
  });

  it('tell of a fleet that sank since the own last move, whosever it was', () => {
    const turn = view({ choices: [expand('Tonga', 'a')] });
    expect(keys(now(turn, { events: [sailed, lost] }))[0]).toBe('lost');
    expect(sinceOwn([lost, sailed], 0)).toEqual(sailed.effects);
  });
});

describe('a lesson', () => {
  const began = (turn: number) =>
    event(turn, [{ effect: 'turn_began', colour: 'red', turn }], { kind: 'move' });
  const turned = event(9, [
    { effect: 'fleet_turned_back', island: 'Tonga', royal: 'Samoa', back_to: 'Tonga' },
  ]);

  it('speaks at its own turn only', () => {
    const said = walk('royal', 3, now(view({ turn: 3 }), { events: [began(3)] }));
    expect(said.end).toBeNull();
    expect(said.bubbles).toHaveLength(1);
  });

  it('is done when the thing has happened in that turn, else missed', () => {
    const after = view({ turn: 4 });
    const events = [began(3), turned, began(4)];
    expect(walk('royal', 3, now(after, { events })).end).toBe('done');
    expect(walk('royal', 3, now(after, { events: [began(3), began(4), turned] })).end).toBe(
      'missed',
    );
    expect(effectsOf(events, 3)).toContainEqual(turned.effects[0]);
  });
});

describe('what is remembered of a newcomer', () => {
  it('is nothing, where nothing or nonsense is stored', () => {
    const nobody = { toured: false, done: [], tables: {} };
    for (const stored of [null, '', '{', '[]', 'null', '{"tables": 3, "done": "chain"}']) {
      expect(read(stored)).toEqual(nobody);
    }
  });

  it('is kept', () => {
    const kept = { toured: true, done: ['royal'], tables: { a: 'guided', b: 'chain' } };
    expect(read(JSON.stringify({ ...kept, tables: { ...kept.tables, c: 'nonsense' } }))).toEqual(
      kept,
    );
  });
});
