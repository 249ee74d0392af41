import { describe, expect, it } from 'vitest';
import type { Effect } from '../protocol/types';
import { event, table } from './fixtures';
import { Log } from './log';

const words = (log: Log) => log.turns.map((t) => [t.title, ...t.entries.map((e) => e.text)]);

describe('Log', () => {
  it('groups by turn, the setup first', () => {
    const log = new Log(table());
    log.add(event(1, [{ effect: 'boat_placed', colour: 'red', island: 'Tonga', beach: 'a' }]));
    log.add(event(2, [{ effect: 'turn_began', colour: 'blue', turn: 1 }]));
    expect(words(log)).toEqual([
      ['Setup', 'Ana puts a boat on Tonga: south beach.'],
      ['Turn 1 · Bo'],
    ]);
  });

  it('tells boats of one expansion in one sentence, beaches by where they look', () => {
    const log = new Log(table());
    log.add(event(1, [{ effect: 'tile_laid', tile: 'Fiji', q: 0, r: 1, rotation: 3 }]));
    const place = (beach: string): Effect => ({
      effect: 'boat_placed',
      colour: 'red',
      island: 'Fiji',
      beach,
    });
    // Fiji's beach a has its pier at edge 1: turned by 3 it looks north-east.
    expect(log.add(event(2, [place('a'), place('c')]))).toEqual([
      { text: 'Ana puts 2 boats on Fiji: north-east beach and west beach.', result: false },
    ]);
  });

  it('collects the boats of a landing, though each is an event', () => {
    const log = new Log(table());
    const land = (seq: number, colour: string, beach: string) =>
      log.add(event(seq, [{ effect: 'boat_landed', colour, island: 'Tonga', beach }]));
    land(1, 'red', 'a');
    expect(land(2, 'blue', 'd')).toEqual([
      { text: 'Ashore on Tonga: blue on the north beach.', result: false },
    ]);
    expect(words(log)[0]?.at(-1)).toBe(
      'Ashore on Tonga: red on the south beach and blue on the north beach.',
    );
    expect(log.turns[0]?.entries).toHaveLength(1);
  });

  it('tells a voyage: the tile, the number, the loss', () => {
    const log = new Log(table());
    const said = log.add(
      event(1, [
        {
          effect: 'fleet_sailed',
          island: 'Tonga',
          beach: 'a',
          pier: 0,
          boats: { red: 2, blue: 1 },
        },
        { effect: 'tile_drawn', tile: 'A' },
        { effect: 'tile_laid', tile: 'A', q: 0, r: 1, rotation: 3 },
        { effect: 'number_met', tile: 'A', number: 4, colours: 2, passed: false },
        { effect: 'fleet_lost', cause: 'number', boats: { red: 2, blue: 1 } },
        { effect: 'turn_ended', colour: 'red' },
      ]),
    );
    expect(said.map(({ text }) => text)).toEqual([
      'The south beach of Tonga is full. 2 red and 1 blue sail to the south (2 colours).',
      'A tile turns up: open water A.',
      'The current needs 4 colours, the fleet has only 2.',
      'The fleet is lost: 2 red and 1 blue go back to the supply.',
    ]);
    expect(log.turns[0]?.entries.at(-1)?.tone).toBe('bad');
  });

  it('puts what was taken back under the undo, and tells the turn anew', () => {
    const log = new Log(table());
    const place = (colour: string, beach: string): Effect => ({
      effect: 'boat_placed',
      colour,
      island: 'Tonga',
      beach,
    });
    log.add(event(1, [{ effect: 'turn_began', colour: 'red', turn: 1 }]));
    log.add(event(2, [place('red', 'a')]));
    log.add(event(3, [{ effect: 'turn_began', colour: 'blue', turn: 2 }, place('blue', 'b')]));
    const undo = { kind: 'undo' as const, back_to: 2, taken: 1 };
    expect(log.add(event(4, [], undo))).toEqual([{ text: 'Ana took back 1 move.', result: true }]);
    expect(words(log)).toEqual([
      ['Turn 1 · Ana', 'Ana puts a boat on Tonga: south beach.', 'Ana took back 1 move.'],
    ]);
    const under = log.turns[0]?.entries[1]?.under;
    expect(under?.map((e) => e.text)).toEqual(['Bo puts a boat on Tonga: south-west beach.']);
    // Once more, to before the first undo: both stand under the second.
    log.add(event(5, [], { ...undo, back_to: 1, taken: 2 }));
    expect(log.turns[0]?.entries).toHaveLength(1);
    expect(log.turns[0]?.entries[0]?.under).toHaveLength(3);
  });

  it('has a sentence for every kind of effect but the beginnings and ends of turns', () => {
    const boats = { red: 1 };
    const effects: Effect[] = [
      {
        effect: 'boat_moved',
        colour: 'red',
        from_island: 'Tonga',
        from_beach: 'a',
        island: 'Fiji',
        beach: 'b',
      },
      { effect: 'tile_drawn', tile: 'Samoa' },
      { effect: 'fleet_turned_back', island: 'Fiji', royal: 'blue', back_to: 'Tonga' },
      { effect: 'fleet_arrived', island: 'Tonga', boats },
      { effect: 'fleet_sent_home', island: 'Tonga', boats },
      { effect: 'boats_taken', island: 'Tonga', beach: 'a', boats, cause: 'king' },
      { effect: 'royal_founded', colour: 'red', island: 'Fiji' },
      { effect: 'island_removed', island: 'Fiji' },
      { effect: 'end_triggered', reason: 'last island tile' },
      { effect: 'turn_passed', colour: 'red' },
      { effect: 'game_ended', reason: 'idle' },
    ];
    for (const effect of effects) {
      const [said] = new Log(table()).add(event(1, [effect]));
      expect(said?.text, effect.effect).toMatch(/\.$/);
    }
  });
});

describe('What happens at the table', () => {
  const turn = (seq: number, colour: string, n: number) =>
    event(seq, [{ effect: 'turn_began', colour, turn: n }]);
  const besides = [
    event(2, [], { kind: 'flag' }),
    event(3, [], { kind: 'seat', bot: 'greedy' }),
    event(4, [], { kind: 'seat' }),
    event(5, [], { kind: 'pause', seat: null }),
    event(6, [], { kind: 'resume', seat: null }),
    event(7, [], { kind: 'seat', bot: 'greedy', resigned: true }),
    event(8, [], { kind: 'end', seat: null }),
  ];
  const said = [
    'The time of Ana has run out.',
    'Helmsman plays for Ana until they are back.',
    'Ana plays again.',
    'All agree to a pause.',
    'The game goes on.',
    'Ana does not go on; Helmsman plays in place of them.',
    'The game is over. The players agreed to end it.',
  ];

  it('stands in the log where it happened, and is told', () => {
    const log = new Log(table());
    log.add(turn(1, 'red', 1));
    expect(besides.flatMap((one) => log.add(one)).map(({ text }) => text)).toEqual(said);
    expect(words(log)).toEqual([['Turn 1 · Ana', ...said]]);
    expect(log.turns[0]?.entries.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('has those names that held then, where a seat was taken over', () => {
    const log = new Log(table({ before: [{ seat: 0, until: 3, name: 'Bo' }] }));
    const [ana, taken] = [{ seat: 0, colour: 'red' }, { kind: 'handed_over' as const }];
    log.add(event(1, [], { ...ana, kind: 'flag' }));
    expect(log.add(turn(2, 'red', 1))).toEqual([]);
    expect(log.add(event(3, [], { ...ana, ...taken }))).toEqual([
      { text: 'Ana plays on for Bo.', result: true },
    ]);
    log.add(event(4, [{ effect: 'turn_passed', colour: 'red' }], ana));
    log.add(turn(5, 'red', 2));
    log.add(event(6, [], { ...ana, kind: 'undo', back_to: 2, taken: 1 }));
    expect(words(log)).toEqual([
      ['Setup', 'The time of Bo has run out.'],
      ['Turn 1 · Bo', 'Ana plays on for Bo.', 'Ana took back 1 move.'],
    ]);
  });

  it('is not taken back with the moves around it, but the end by consent is', () => {
    const log = new Log(table());
    log.add(turn(1, 'red', 1));
    for (const one of besides) log.add(one);
    log.add(event(9, [], { kind: 'undo', back_to: 1, taken: 0 }));
    expect(words(log)[0]?.slice(1, -1)).toEqual(said.slice(0, -1));
    expect(log.turns[0]?.entries.at(-1)?.under.map(({ text }) => text)).toEqual(said.slice(-1));
  });

  it('says when all have agreed to a move taken back, and keeps what an earlier one took', () => {
    const place = (seq: number, beach: string, parts = {}) =>
      event(seq, [{ effect: 'boat_placed', colour: 'red', island: 'Tonga', beach }], parts);
    const persons = table().seats.map((seat) => ({ ...seat, bot: null }));
    const log = new Log(table({ room: 'r', seats: persons }));
    const undo = { kind: 'undo' as const, taken: 1 };
    log.add(turn(1, 'red', 1));
    log.add(place(2, 'a'));
    expect(log.add(event(3, [], { ...undo, back_to: 1 }))[0]?.text).toBe('Ana took back 1 move.');
    log.add(place(4, 'b'));
    log.add(event(5, [], { kind: 'draw', tile: 'A' }));
    const agreed = log.add(event(6, [], { ...undo, back_to: 4 }))[0]?.text;
    expect(agreed).toBe('Ana took back 1 move; all agreed.');
    expect(log.turns[0]?.entries.map(({ under }) => under.length)).toEqual([1, 0, 0]);
  });
});
