/** The board in words: what lies where, for those who do not see it. Folds nothing, knows no rule. */
import {
  exitOf,
  island as islandOf,
  splitBeach,
  water as waterOf,
  type Beach,
} from '../board/catalogue';
import type { Position } from '../board/types';
import { EDGES, edgeFacing, facing, mod6, neighbour, STEPS, type Place } from '../board/geometry';
import { m } from '../paraglide/messages.js';
import type { Table, View } from '../protocol/types';
import { beachName, edgeDirection, isIsland, rotationsIn, valueOf } from './catalogue';
import { boatsInWords, countOf, listInWords, namesOf, type Names } from './names';

export interface PierWords {
  edge: number;
  text: string;
}

export interface BeachWords {
  key: string;
  text: string;
  piers: PierWords[];
}

export interface IslandWords {
  name: string;
  text: string;
  beaches: BeachWords[];
}

export interface WaterWords {
  name: string;
  text: string;
  routes: string[];
}

export interface BoardWords {
  islands: IslandWords[];
  waters: WaterWords[];
}

/** The colours that are "yours": those of the only seat here, or of the seat at this screen that is on the move. */
export function ownColours(table: Table, view: View): string[] {
  const { your_seats: here } = table;
  const seat = here.length === 1 ? here[0] : here.find((s) => s === view.active_seat);
  return seat === undefined ? [] : (table.seats[seat]?.colours ?? []);
}

/** All of the board: islands, then sea tiles, in the order in which they were laid. */
export function boardInWords(table: Table, view: View): BoardWords {
  const words = new Words(table, view);
  const tiles = Object.keys(view.position.tiles);
  return {
    islands: tiles.filter(isIsland).map((name) => words.island(name)),
    waters: tiles.filter((name) => !isIsland(name)).map((name) => words.water(name)),
  };
}

/** One place in a sentence, for the cursor. */
export function cellInWords(table: Table, view: View, place: Place): string {
  const words = new Words(table, view);
  const name = tileAt(view.position, place);
  if (name === undefined) return m.cell_empty({ place: whereIs(place) });
  if (!isIsland(name)) {
    const { text, routes } = words.water(name);
    return [text, ...routes].join('; ');
  }
  const { text, beaches } = words.island(name);
  const boats = words.boatsOn(name);
  return [text, boats, ...beaches.map((beach) => beach.text)].filter(Boolean).join('; ');
}

export function tileAt(position: Position, place: Place): string | undefined {
  const found = Object.entries(position.tiles).find(([, [q, r]]) => q === place.q && r === place.r);
  return found?.[0];
}

/** "2 north and 1 north-east of Tonga": the way from edge to edge; two neighbouring directions always do. */
export function whereIs(place: Place): string {
  if (place.q === 0 && place.r === 0) return m.place_start();
  for (const edge of EDGES) {
    const [a, b] = [STEPS[edge], STEPS[mod6(edge + 1)]] as [Place, Place];
    // place = along · a + across · b; the steps have determinant ±1.
    const det = a.q * b.r - a.r * b.q;
    const along = (place.q * b.r - place.r * b.q) / det;
    const across = (a.q * place.r - a.r * place.q) / det;
    if (along < 0 || across < 0) continue;
    const steps = [
      { count: along, edge },
      { count: across, edge: mod6(edge + 1) },
    ].filter(({ count }) => count > 0);
    const said = steps
      .sort((x, y) => y.count - x.count)
      .map((s) => m.place_steps({ count: s.count, direction: edgeDirection(() => 0, '', s.edge) }));
    return m.place_from_tonga({ steps: listInWords(said) });
  }
  return '';
}

class Words {
  readonly #position: Position;
  readonly #names: Names;
  readonly #own: string[];
  readonly #full: Set<string>;

  constructor(table: Table, view: View) {
    this.#position = view.position;
    this.#names = namesOf(table);
    this.#own = ownColours(table, view);
    this.#full = new Set(view.full_beaches.map(String));
  }

  island(name: string): IslandWords {
    const said = { island: name, value: valueOf(name), place: this.#where(name) };
    const owner = this.#position.royal[name];
    const text =
      owner === undefined
        ? m.words_island(said)
        : m.words_island_royal({ ...said, player: this.#names.player(owner) });
    const beaches = (islandOf(name)?.beaches ?? []).map((beach) => this.#beach(name, beach));
    return { name, text, beaches };
  }

  water(name: string): WaterWords {
    const tile = { tile: name, place: this.#where(name) };
    const rotations = rotationsIn(this.#position.tiles);
    const routes = (waterOf(name)?.routes ?? []).map(({ edges: [from, to], colours }) => {
      const said = {
        from: edgeDirection(rotations, name, from),
        to: edgeDirection(rotations, name, to),
      };
      return colours === 0 ? m.words_route_free(said) : m.words_route({ ...said, count: colours });
    });
    return { name, text: m.words_water(tile), routes };
  }

  /** "boats: 2 red (yours) and 1 blue". */
  boatsOn(island: string): string {
    const sum: Record<string, number> = {};
    for (const [key, boats] of Object.entries(this.#position.boats)) {
      if (splitBeach(key)[0] !== island) continue;
      for (const [colour, n] of Object.entries(boats)) sum[colour] = (sum[colour] ?? 0) + n;
    }
    return countOf(sum) === 0 ? m.words_no_boats() : this.#boats(sum);
  }

  #boats(boats: Record<string, number>): string {
    const parts = Object.entries(boats)
      .filter(([, count]) => count > 0)
      .map(([colour, count]) => {
        const said = boatsInWords({ [colour]: count });
        return this.#own.includes(colour) ? m.words_yours({ boats: said }) : said;
      });
    return m.words_boats({ boats: listInWords(parts) });
  }

  #beach(island: string, beach: Beach): BeachWords {
    const key = `${island} ${beach.id}`;
    const boats = this.#position.boats[key] ?? {};
    const free = beach.berths - countOf(boats);
    const said = {
      beach: beachName(rotationsIn(this.#position.tiles), island, beach.id),
      free,
      berths: beach.berths,
    };
    const parts = [
      m.words_beach(said),
      countOf(boats) > 0 ? this.#boats(boats) : '',
      this.#full.has(key) ? m.words_beach_sails() : '',
    ];
    const piers = beach.piers.map((edge) => ({ edge, text: this.#pier(island, edge) }));
    return { key, text: parts.filter(Boolean).join(', '), piers };
  }

  /** What lies off a pier. */
  #pier(island: string, edge: number): string {
    const rotations = rotationsIn(this.#position.tiles);
    const said = { direction: edgeDirection(rotations, island, edge) };
    const at = this.#position.tiles[island];
    if (!at) return m.words_pier_unknown(said);
    const towards = facing(mod6(edge), at[2]);
    const there = tileAt(this.#position, neighbour({ q: at[0], r: at[1] }, towards));
    if (there === undefined) return m.words_pier_unknown(said);
    const tile = this.#position.tiles[there];
    if (isIsland(there) || !tile) return m.words_pier_island({ ...said, island: there });
    const entry = edgeFacing(mod6(towards + 3), tile[2]);
    const route = waterOf(there)?.routes.find((r) => r.edges.includes(entry));
    const exit = exitOf(there, entry) ?? entry;
    const way = { ...said, tile: there, on: edgeDirection(rotations, there, exit) };
    return route?.colours
      ? m.words_pier_route({ ...way, number: route.colours })
      : m.words_pier_route_free(way);
  }

  #where(name: string): string {
    const [q, r] = this.#position.tiles[name] ?? [0, 0];
    return whereIs({ q, r });
  }
}
