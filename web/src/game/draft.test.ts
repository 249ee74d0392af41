import { describe, expect, it } from 'vitest';
import {
  back,
  begin,
  boatsWanted,
  canGoBack,
  contains,
  linesOf,
  pick,
  rotate,
  targetsOf,
  withColour,
  withForced,
  type Draft,
} from './draft';
import { choice, expand, land, sail, view } from './fixtures';
import type { View } from '../protocol/types';

/** Pick targets by their ids, one after the other. */
function picked(at: View, start: Draft, ...ids: string[]): Draft {
  return ids.reduce((draft, id) => {
    const target = targetsOf(at, draft).find((t) => t.id === id);
    if (!target) throw new Error(`no target ${id}`);
    return pick(at, draft, target);
  }, start);
}

const open = (at: View, draft: Draft) => targetsOf(at, draft).map((t) => `${t.id} ${t.state}`);

describe('contains', () => {
  it('counts letters', () => {
    expect(contains('aab', 'aa')).toBe(true);
    expect(contains('ab', 'aa')).toBe(false);
  });
});

describe('setup', () => {
  const at = view({
    phase: 'setup',
    choices: ['a', 'b'].map((b) =>
      choice(`place Tonga ${b}`, 'place', { island: 'Tonga', beaches: b }),
    ),
  });

  it('takes one beach and moves the boat when another is picked', () => {
    const one = picked(at, begin(at), 'Tonga a');
    expect(linesOf(at, one)).toEqual(['place Tonga a']);
    expect(linesOf(at, picked(at, one, 'Tonga b'))).toEqual(['place Tonga b']);
  });

  it('takes the boat back when the beach is picked again', () => {
    const none = picked(at, begin(at), 'Tonga a', 'Tonga a');
    expect(linesOf(at, none)).toEqual([]);
    expect(none).toEqual(begin(at));
  });
});

describe('expansion', () => {
  const at = view({
    choices: [
      expand('Fiji', 'ab'),
      expand('Fiji', 'ac'),
      expand('Fiji', 'bc'),
      expand('Tonga', 'd'),
    ],
  });

  it('begins with the islands and how many boats each takes', () => {
    const targets = targetsOf(at, begin(at));
    expect(targets.map((t) => [t.kind, t.id, t.badge])).toEqual([
      ['island', 'Fiji', '+2'],
      ['island', 'Tonga', '+1'],
    ]);
  });

  it('is complete when as many beaches are staged as a choice has', () => {
    const half = picked(at, begin(at), 'Fiji', 'Fiji c');
    expect(linesOf(at, half)).toEqual([]);
    const whole = picked(at, half, 'Fiji a');
    expect(linesOf(at, whole)).toEqual(['expand Fiji ac']);
    expect(open(at, whole)).toEqual(['Fiji a staged', 'Fiji b open', 'Fiji c staged']);
  });

  it('moves the first staged boat when a third beach is picked', () => {
    const whole = picked(at, begin(at), 'Fiji', 'Fiji a', 'Fiji b', 'Fiji c');
    expect(linesOf(at, whole)).toEqual(['expand Fiji bc']);
  });

  it('goes back boat by boat, then to the islands', () => {
    let draft = picked(at, begin(at), 'Fiji', 'Fiji a', 'Fiji b');
    draft = back(at, draft);
    expect(draft).toMatchObject({ island: 'Fiji', beaches: 'a' });
    draft = back(at, back(at, draft));
    expect(draft).toEqual(begin(at));
    expect(canGoBack(at, draft)).toBe(false);
  });

  it('chooses the only island by itself', () => {
    const one = view({ choices: [expand('Tonga', 'd'), expand('Tonga', 'e')] });
    expect(begin(one)).toMatchObject({ island: 'Tonga' });
    expect(canGoBack(one, begin(one))).toBe(false);
  });

  it('allows fewer, and several on one beach, where choices say so', () => {
    const free = view({ choices: ['a', 'b', 'aa', 'ab'].map((b) => expand('Fiji', b)) });
    const one = picked(free, begin(free), 'Fiji a');
    expect(linesOf(free, one)).toEqual(['expand Fiji a']);
    expect(boatsWanted(free, one as Draft & { step: 'boats' })).toEqual({ least: 1, most: 2 });
    expect(linesOf(free, picked(free, one, 'Fiji a'))).toEqual(['expand Fiji aa']);
  });

  it('with all boats out moves one, from its beach to another (R-4.2)', () => {
    const move = (from: string, to: string) =>
      choice(`expand Fiji ${to} from Samoa ${from}`, 'expand', {
        island: 'Fiji',
        beaches: to,
        source: ['Samoa', from],
      });
    const out = view({
      supply_empty: true,
      choices: [move('a', 'b'), move('a', 'c'), move('b', 'c')],
    });
    expect(open(out, begin(out))).toEqual(['Samoa a open', 'Samoa b open']);
    const half = picked(out, begin(out), 'Samoa a');
    expect(open(out, half)).toEqual(['Samoa a chosen', 'Fiji b open', 'Fiji c open']);
    expect(linesOf(out, picked(out, half, 'Fiji c'))).toEqual(['expand Fiji c from Samoa a']);
    expect(picked(out, half, 'Samoa a')).toEqual(begin(out));
  });
});

describe('entering', () => {
  const enter = (island: string, beaches: string) =>
    choice(`enter ${island} ${beaches}`, 'enter', { island, beaches });
  const at = view({ choices: [enter('Tonga', 'ab'), enter('Tonga', 'bc'), enter('Samoa', 'c')] });

  it('takes two beaches of Tonga or one elsewhere (R-3.2)', () => {
    expect(linesOf(at, picked(at, begin(at), 'Samoa c'))).toEqual(['enter Samoa c']);
    const one = picked(at, begin(at), 'Tonga b');
    expect(open(at, one)).toEqual(['Tonga a open', 'Tonga b staged', 'Tonga c open']);
    expect(linesOf(at, picked(at, one, 'Tonga a'))).toEqual(['enter Tonga ab']);
    expect(back(at, one)).toEqual(begin(at));
  });
});

describe('the kinds of action', () => {
  const at = view({
    choices: [
      expand('Fiji', 'a'),
      choice('king Fiji', 'king', { island: 'Fiji' }),
      choice('resettle', 'resettle'),
    ],
  });

  it('are chosen by button', () => {
    expect(linesOf(at, begin(at, 'king'))).toEqual(['king Fiji']);
    expect(begin(at, 'resettle')).toEqual({ step: 'resettle', sure: false });
    expect(back(at, begin(at, 'king'))).toEqual(begin(at));
  });

  it('passes where nothing else is possible', () => {
    const none = view({ choices: [choice('pass', 'pass')] });
    expect(linesOf(none, begin(none))).toEqual(['pass']);
  });

  it('does nothing for those who watch', () => {
    expect(begin(view({ ...at, can_act: false }))).toEqual({ step: 'none' });
  });
});

describe('sailing', () => {
  const at = view({ phase: 'chain', choices: [sail('Tonga', 0), sail('Tonga', 1)] });

  it('picks a pier and another instead', () => {
    const draft = picked(at, begin(at), 'sail Tonga 0', 'sail Tonga 1');
    expect(linesOf(at, draft)).toEqual(['sail Tonga 1']);
    expect(open(at, draft)).toEqual(['sail Tonga 0 open', 'sail Tonga 1 chosen']);
    expect(back(at, draft)).toEqual(begin(at));
  });
});

describe('landing', () => {
  const at = view({
    phase: 'landing',
    active_colour: 'blue',
    choices: [land('Fiji', 'a', 'red'), land('Fiji', 'a', 'blue'), land('Fiji', 'b', 'blue')],
  });

  it('offers beaches for the colour that goes ashore: first the own', () => {
    expect(open(at, begin(at))).toEqual(['Fiji a open', 'Fiji b open']);
    expect(open(at, withColour(begin(at), 'red'))).toEqual(['Fiji a open']);
  });

  it('stages line after line and takes back the last', () => {
    const draft = picked(at, begin(at), 'Fiji a');
    expect(linesOf(at, draft)).toEqual(['land Fiji a blue']);
    expect(back(at, draft)).toMatchObject({ picks: [] });
  });

  it('keeps with a pick what followed of itself', () => {
    const one = withForced(picked(at, begin(at), 'Fiji a'), ['land Fiji b blue']);
    const draft = picked(at, one, 'Fiji b');
    expect(linesOf(at, draft)).toEqual([
      'land Fiji a blue',
      'land Fiji b blue',
      'land Fiji b blue',
    ]);
    expect(back(at, draft)).toEqual(one);
    expect(back(at, one)).toMatchObject({ picks: [] });
  });
});

describe('a tile in hand', () => {
  const lay = (tile: string, edge: number, place: [number, number, number]) =>
    choice(`lay ${tile} ${edge}`, 'lay', { tile, edge, place });
  const at = view({
    phase: 'lay',
    hand: 'K',
    choices: [lay('Tonga', 0, [0, 1, 3]), lay('Fiji', 2, [0, 1, 5]), lay('Tonga', 1, [-1, 1, 4])],
  });

  it('is laid at a place and turned there', () => {
    const draft = picked(at, begin(at), '0,1');
    expect(linesOf(at, draft)).toEqual(['lay Tonga 0']);
    expect(linesOf(at, rotate(draft, 1))).toEqual(['lay Fiji 2']);
    expect(linesOf(at, rotate(draft, -1))).toEqual(['lay Fiji 2']);
    expect(linesOf(at, picked(at, draft, '0,1'))).toEqual(['lay Fiji 2']);
    expect(back(at, draft)).toEqual(begin(at));
  });
});
