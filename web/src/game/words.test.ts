import { describe, expect, it } from 'vitest';
import { RequestError } from '../protocol/http';
import { MESSAGE_KEYS } from '../protocol/types';
import type { MessageKey } from '../protocol/types';
import { countSteps } from './count';
import { begin, type Draft } from './draft';
import { ending } from './ending';
import { choice, expand, land, sail, table, view } from './fixtures';
import { nearest } from './focus';
import { hint } from './hint';
import { boardTargets, stagedBoats } from './labels';
import { presetOf, recolour, seatsFor, withRule } from './newtable';
import { linesOfFile } from './recordfile';
import { WHAT_IF, SECTIONS } from './rulebook';
import { sentence } from './sentence';
import { read } from './settings.svelte';
import { suggest } from './suggest';
import { targetsOf } from './draft';
import { failureInWords, inWords } from './words';

describe('what the server says', () => {
  it('is put into words, with every number and name it sends', () => {
    for (const [key, names] of Object.entries(MESSAGE_KEYS)) {
      const params = Object.fromEntries(names.map((name) => [name, 7]));
      expect(inWords({ key: key as MessageKey, params }), key).not.toContain('undefined');
    }
  });

  it('names a failure', () => {
    expect(failureInWords(new RequestError('offline', null))).toContain('does not answer');
    const why = { key: 'problem_record_ply' as const, params: { ply: 4, move: 'x', reason: 'no' } };
    expect(failureInWords(new RequestError('record', why))).toContain('4');
  });
});

describe('the bar', () => {
  const say = (parts: Parameters<typeof view>[0]) => {
    const at = view(parts);
    return sentence(table(), at, begin(at), at);
  };

  it('says what is wanted from the only person', () => {
    const text = say({ choices: [expand('Fiji', 'a'), expand('Tonga', 'a')] });
    expect(text).toEqual({ text: 'Your turn — choose an island to grow on.', rule: 'R-4.1' });
  });

  it('says what others do', () => {
    expect(
      say({ can_act: false, phase: 'chain', active_colour: 'blue', crumbs: ['Fiji'] }).text,
    ).toBe('Bo is choosing where to sail from Fiji.');
  });

  it('names who is on the move where several play at one screen', () => {
    const at = view({ choices: [choice('pass', 'pass')] });
    const seats = table().seats.map((seat) => ({ ...seat, bot: null }));
    const screen = table({ seats, your_seats: seats.map((_, seat) => seat) });
    expect(sentence(screen, at, begin(at), at).text).toMatch(/^Ana — /);
    const elsewhere = table({ seats, your_seats: [0] });
    expect(sentence(elsewhere, at, begin(at), at).text).toMatch(/^Your turn — /);
  });
});

describe('targets with names', () => {
  it('say where, how much room, and what choosing does', () => {
    const at = view({ phase: 'landing', choices: [land('Tonga', 'a', 'red')] });
    const draft = begin(at);
    const [target] = boardTargets(at, draft, targetsOf(at, draft), true);
    expect(target).toMatchObject({
      kind: 'beach',
      tile: 'Tonga',
      number: 1,
      label: 'Land a red boat on the south beach of Tonga, 3 of 3 berths free',
    });
  });

  it('say that a beach will be full and must sail', () => {
    const boats = { 'Tonga a': { red: 2 } };
    const at = view({ choices: [expand('Tonga', 'a'), expand('Tonga', 'd')] });
    const full = { ...at, position: { ...at.position, boats } };
    const draft = { ...begin(full), island: 'Tonga' } as Draft;
    const said = boardTargets(full, draft, targetsOf(full, draft), false).map((t) => t.label);
    expect(said).toEqual([
      'Place a boat on the south beach of Tonga, 1 of 3 berths free, will sail',
      'Place a boat on the north beach of Tonga, 3 of 3 berths free',
    ]);
  });

  it('say why something is not possible', () => {
    const why = {
      key: 'blocked_beach_one_berth_stays_free' as const,
      params: { rule: 'R-2.2', beach: 'b' },
    };
    const at = view({
      phase: 'setup',
      choices: [choice('place Tonga a', 'place', { island: 'Tonga', beaches: 'a' })],
      blocked: [{ kind: 'beach', island: 'Tonga', beach: 'b', why }],
    });
    const draft = begin(at);
    const blocked = boardTargets(at, draft, targetsOf(at, draft), false).find(
      (t) => t.state === 'blocked',
    );
    expect(blocked?.reason).toBe('One berth of each beach stays free in the setup.');
  });

  it('show staged boats', () => {
    const draft = { step: 'boats', kind: 'expand', island: 'Fiji', beaches: 'ac' } as const;
    expect(stagedBoats(view(), draft, null).map((s) => s.beach)).toEqual(['a', 'c']);
  });
});

describe('hints', () => {
  it('tell which beaches will sail', () => {
    const at = view({ choices: [expand('Tonga', 'a')] });
    const draft = { step: 'boats', kind: 'expand', island: 'Tonga', beaches: 'a' } as const;
    const after = view({ full_beaches: ['Tonga a'] });
    expect(hint(at, draft, after, [])).toBe('Becomes full and must sail: Tonga, south beach.');
    expect(hint(at, draft, view(), [])).toContain('No beach becomes full');
  });

  it('tell what is known of a way', () => {
    const at = view({
      phase: 'chain',
      choices: [sail('Tonga', 0)],
      position: { ...view().position, boats: { 'Tonga a': { red: 2, blue: 1 } } },
    });
    expect(hint(at, { step: 'sail', line: 'sail Tonga 0' }, null, [])).toBe(
      'To the south with 2 red and 1 blue: into the unknown.',
    );
  });

  it('tell what a king gives and costs', () => {
    const at = view({
      choices: [choice('king Fiji', 'king', { island: 'Fiji' })],
      royal_used: { red: 1 },
    });
    const taken = {
      effect: 'boats_taken' as const,
      island: 'Fiji',
      beach: 'a',
      boats: { red: 3 },
      cause: 'king',
    };
    const text = hint(at, { step: 'king', island: 'Fiji' }, null, [taken]);
    expect(text).toContain('5 points for you, 2 boats return');
    expect(text).toContain('2 of 2');
  });
});

describe('the end', () => {
  const result = {
    reason: 'idle',
    scores: [
      { points: 9, islands: 3, boats: 5 },
      { points: 9, islands: 4, boats: 5 },
    ],
    winners: [1],
    tie_break: 'islands' as const,
  };

  it('names the winner first and what decided', () => {
    const end = ending(table(), result);
    expect(end.title).toBe('Bo wins with 9 points');
    expect(end.tie).toBe('Ana and Bo have 9 points each; more islands decide (4).');
    expect(end.rows.map((row) => row.seat)).toEqual([1, 0]);
  });

  it('is counted island by island, royal ones last', () => {
    const position = {
      tiles: { Tonga: [0, 0, 0], Fiji: [0, 1, 0], Samoa: [1, 0, 0], Nauru: [0, -1, 0] } as Record<
        string,
        [number, number, number]
      >,
      boats: { 'Tonga a': { red: 1 }, 'Nauru a': { red: 1, blue: 2 } },
      royal: { Fiji: 'blue' },
      supply: {},
    };
    const steps = countSteps(table(), position);
    expect(steps.map((step) => [step.island, step.points])).toEqual([
      ['Nauru', [2, 2]],
      ['Fiji', [2, 7]],
    ]);
  });
});

describe('a new table', () => {
  it('gives every seat its own colours', () => {
    const seats = seatsFor(3, true, seatsFor(2, false, []));
    expect(seats.flatMap((seat) => seat.colours)).toHaveLength(6);
    expect(new Set(seats.flatMap((seat) => seat.colours)).size).toBe(6);
  });

  it('exchanges colours', () => {
    const seats = recolour(seatsFor(2, false, []), 0, 0, 'blue');
    expect(seats.map((seat) => seat.colours)).toEqual([['blue'], ['red']]);
  });

  it('knows presets by their options', () => {
    const presets = { usual: {}, free: { crossing: 'exact' } };
    const rules = withRule({}, 'crossing', 'exact', 'at_least');
    expect(presetOf(rules, presets)).toBe('free');
    expect(presetOf(withRule(rules, 'crossing', 'at_least', 'at_least'), presets)).toBe('usual');
    expect(presetOf({ idle_rounds: 0 }, presets)).toBeNull();
  });
});

describe('the rest', () => {
  it('reads records one a line or one over several lines', () => {
    expect(linesOfFile('{"a": 1}\n\n{"b": 2}\n')).toEqual(['{"a": 1}', '{"b": 2}']);
    expect(linesOfFile('{\n "a": 1\n}')).toEqual(['{\n "a": 1\n}']);
    expect(linesOfFile(' ')).toEqual([]);
  });

  it('reads settings that are damaged or from elsewhere', () => {
    expect(read('{"speed": "slow", "theme": "pink"}')).toMatchObject({
      speed: 'slow',
      theme: 'system',
    });
    expect(read('nonsense')).toMatchObject({ speed: 'normal', confirm: true });
    expect(read('null')).toMatchObject({ keys: true });
  });

  it('suggests own boats first, where there is room', () => {
    const at = view({
      choices: [land('Tonga', 'a', 'blue'), land('Tonga', 'a', 'red'), land('Tonga', 'b', 'red')],
      position: { ...view().position, boats: { 'Tonga a': { blue: 2 } } },
    });
    expect(suggest(at)).toBe('land Tonga b red');
    expect(suggest(view())).toBeNull();
  });

  it('goes to the nearest target in a direction', () => {
    const points = [
      { x: 10, y: 0 },
      { x: 50, y: 5 },
      { x: -20, y: 0 },
    ];
    expect(nearest({ x: 0, y: 0 }, points, 'right')).toBe(0);
    expect(nearest({ x: 0, y: 0 }, points, 'left')).toBe(2);
    expect(nearest({ x: 0, y: 0 }, points, 'up')).toBe(-1);
  });

  it('has every rule that a card names', () => {
    const numbers = SECTIONS.flatMap((section) => section.rules.map((rule) => rule.number));
    expect(numbers).toEqual([...new Set(numbers)]);
    for (const card of WHAT_IF) expect(numbers).toContain(card.rule);
  });
});
