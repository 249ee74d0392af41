/** Small positions for tests. */
import type { Choice, Event, Effect, Table, View } from '../protocol/types';

export const choice = (
  line: string,
  kind: Choice['kind'],
  parts: Partial<Choice> = {},
): Choice => ({
  line,
  kind,
  island: null,
  beaches: '',
  source: null,
  pier: null,
  colour: null,
  tile: null,
  edge: null,
  place: null,
  outlook: null,
  ...parts,
});

export const expand = (island: string, beaches: string): Choice =>
  choice(`expand ${island} ${beaches}`, 'expand', { island, beaches });

export const land = (island: string, beaches: string, colour: string): Choice =>
  choice(`land ${island} ${beaches} ${colour}`, 'land', { island, beaches, colour });

export const sail = (island: string, pier: number): Choice =>
  choice(`sail ${island} ${pier}`, 'sail', {
    island,
    pier,
    outlook: {
      hops: [],
      end: 'unknown',
      island: null,
      free_berths: null,
      q: 0,
      r: 1,
      deck_empty: false,
    },
  });

export const view = (parts: Partial<View> = {}): View => ({
  seq: 10,
  ply: 9,
  turn: 3,
  phase: 'turn',
  position: {
    tiles: { Tonga: [0, 0, 0] },
    boats: {},
    royal: {},
    supply: { red: 10, blue: 10 },
  },
  active_seat: 0,
  active_colour: 'red',
  can_act: true,
  scores: [],
  choices: [],
  blocked: [],
  deck_left: [],
  removed: [],
  voyages: 0,
  crumbs: [],
  full_beaches: [],
  fleet: null,
  hand: null,
  supply_empty: false,
  royal_used: {},
  royal_limit: 2,
  idle_turns: 0,
  idle_limit: 40,
  end_triggered: null,
  result: null,
  circling: false,
  undo: null,
  stand_ins: [],
  clock: null,
  paused: false,
  ...parts,
});

export const table = (parts: Partial<Table> = {}): Table => ({
  id: 't',
  seats: [
    { name: 'Ana', colours: ['red'], bot: null },
    { name: 'Bo', colours: ['blue'], bot: 'greedy' },
  ],
  rules: {},
  start_seat: 0,
  commitment: '',
  order: ['red', 'blue'],
  your_seats: [0],
  undo_any: true,
  room: null,
  odds: true,
  rated: false,
  before: [],
  ...parts,
});

export const event = (seq: number, effects: Effect[], parts: Partial<Event> = {}): Event => ({
  seq,
  kind: 'move',
  seat: 0,
  colour: 'red',
  line: null,
  tile: null,
  forced: false,
  effects,
  back_to: null,
  taken: 0,
  commitment: null,
  bot: null,
  resigned: false,
  ...parts,
});
