/** What the last move leaves on the board until the next: tiles, beaches, tracks of fleets, sunk boats. */
import { edgeFacing, facing, mod6, neighbour, type Place } from '../board/geometry';
import type { Leg, Marks } from '../board/types';
import type { Effect, Event, Outlook, Position } from '../protocol/types';
import { chaptersOf } from './history';

type Tiles = Position['tiles'];

export interface Move {
  colour: string | null;
  effects: Effect[];
}

const VISIBLE = new Set<Effect['effect']>([
  'boat_placed',
  'boat_moved',
  'boat_landed',
  'tile_laid',
  'fleet_sailed',
  'boats_taken',
  'royal_founded',
]);
const visible = (effects: Effect[]) => effects.some((e) => VISIBLE.has(e.effect));
const begins = (e: Effect) => e.effect === 'turn_began';

/** The effects of the turn that runs, or of the one before while nothing has happened in it; in the setup, of one boat. */
export function lastMove(events: readonly Event[]): Move {
  const first = events.findIndex((event) => event.effects.some(begins));
  let effects: Effect[] = [];
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i] as Event;
    let rest = event.effects;
    for (let at = rest.findLastIndex(begins); at >= 0; at = rest.findLastIndex(begins)) {
      effects = [...rest.slice(at + 1), ...effects];
      const began = rest[at];
      if (visible(effects) && began?.effect === 'turn_began')
        return { colour: began.colour, effects };
      effects = [];
      rest = rest.slice(0, at);
    }
    effects = [...rest, ...effects];
    if ((first < 0 || i <= first) && visible(effects)) return { colour: event.colour, effects };
  }
  return { colour: null, effects: [] };
}

/** The last turn of each colour but the one that moved last; all stay marked until their next. `events`: in effect. */
export function earlierMoves(events: readonly Event[], latest: string | null): Move[] {
  const moves = new Map<string, Effect[]>();
  for (const { colour, scenes } of chaptersOf(events, 0, null)) {
    const effects = scenes.map((scene) => scene.effect);
    if (colour && colour !== latest && visible(effects)) moves.set(colour, effects);
  }
  return [...moves].map(([colour, effects]) => ({ colour, effects }));
}

/** The same marks without the boats that sank: their ghosts stay for one turn only. */
export const earlierMarks = (move: Move, tiles: Tiles): Marks => ({
  ...marksOf(move.effects, tiles, move.colour),
  sunk: [],
});

/** A fleet on its way, while its track is drawn. */
interface Sailing {
  legs: Leg[];
  /** Where it is, and in which direction it leaves. */
  place: Place | null;
  direction: number;
  met: string | null;
}

/** The marks that these effects leave; `tiles`: how they lie now. */
export function marksOf(effects: readonly Effect[], tiles: Tiles, colour: string | null): Marks {
  const marks = {
    tiles: [] as string[],
    beaches: [] as string[],
    routes: [] as Leg[][],
    sunk: [] as NonNullable<Marks['sunk']>,
  };
  let sailing: Sailing = { legs: [], place: null, direction: 0, met: null };
  const beach = (island: string, letter: string) => {
    const name = `${island} ${letter}`;
    if (!marks.beaches.includes(name)) marks.beaches.push(name);
  };
  for (const e of effects) {
    switch (e.effect) {
      case 'tile_laid':
        marks.tiles.push(e.tile);
        break;
      case 'boat_placed':
      case 'boat_moved':
      case 'boat_landed':
        beach(e.island, e.beach);
        break;
      case 'fleet_sailed':
        sailing = depart(tiles, e.island, e.pier);
        marks.routes.push(sailing.legs);
        break;
      case 'number_met':
        sailing.met = e.tile;
        break;
      case 'fleet_moved':
        sailing.legs.push({
          kind: 'cross',
          tile: e.tile,
          entry: e.entry,
          exit: e.exit,
          passed: true,
        });
        goOn(sailing, tiles, e.tile, e.exit);
        break;
      case 'fleet_arrived':
        arrive(sailing, tiles, e.island);
        break;
      case 'fleet_lost':
        marks.sunk.push(sunk(sailing, e.cause, e.boats));
        break;
    }
  }
  return { ...marks, colour: colour ?? undefined };
}

function depart(tiles: Tiles, island: string, pier: number): Sailing {
  const sailing: Sailing = {
    legs: [{ kind: 'pier', tile: island, edge: pier }],
    place: null,
    direction: 0,
    met: null,
  };
  goOn(sailing, tiles, island, pier);
  return sailing;
}

function goOn(sailing: Sailing, tiles: Tiles, tile: string, edge: number): void {
  const at = tiles[tile];
  if (!at) return;
  sailing.direction = facing(mod6(edge), at[2]);
  sailing.place = neighbour({ q: at[0], r: at[1] }, mod6(sailing.direction));
}

function arrive(sailing: Sailing, tiles: Tiles, island: string): void {
  const at = tiles[island];
  // Turned back: the island is not where the track leads.
  if (!at || sailing.place?.q !== at[0] || sailing.place.r !== at[1]) return;
  const edge = edgeFacing(mod6(sailing.direction + 3), at[2]);
  sailing.legs.push({ kind: 'arrive', tile: island, edge });
}

function sunk(sailing: Sailing, cause: string, boats: Record<string, number>) {
  if (cause !== 'deck' && sailing.met) return { tile: sailing.met, boats };
  return sailing.place ? { ...sailing.place, boats } : { boats };
}

/** On which side of its island the last fleet arrived: the way it came by. `events`: in effect. */
export function arrivalOf(
  events: readonly Event[],
  tiles: Tiles,
): { island: string; direction: number } | null {
  const effects = events.flatMap((event) => event.effects);
  let sailing: Sailing | null = null;
  let side: number | null = null;
  for (const e of effects.slice(effects.findLastIndex((one) => one.effect === 'fleet_sailed'))) {
    if (e.effect === 'fleet_sailed') {
      sailing = depart(tiles, e.island, e.pier);
      side = mod6(sailing.direction);
    } else if (e.effect === 'fleet_moved' && sailing) goOn(sailing, tiles, e.tile, e.exit);
    else if (e.effect === 'fleet_arrived' && sailing && side !== null) {
      const at = tiles[e.island];
      const ahead = at && sailing.place?.q === at[0] && sailing.place.r === at[1];
      // turned back, it lies off the pier by which it left.
      return { island: e.island, direction: ahead ? mod6(sailing.direction + 3) : side };
    }
  }
  return null;
}

/** The known part of a voyage from a pier, as legs to draw. */
export function routeOf(tiles: Tiles, island: string, pier: number, outlook: Outlook): Leg[] {
  const sailing = depart(tiles, island, pier);
  for (const hop of outlook.hops) {
    sailing.legs.push({
      kind: 'cross',
      tile: hop.tile,
      entry: hop.entry,
      exit: hop.exit,
      passed: hop.passed,
    });
    goOn(sailing, tiles, hop.tile, hop.exit);
  }
  if (outlook.island) arrive(sailing, tiles, outlook.island);
  return sailing.legs;
}
