/** What the board is told and what it tells: its whole interface. Names of tiles and beaches are the catalogue's. */
import type { Colour } from './colours';

/** What lies on the table (rules, section 13); the shape of the protocol's `Position`. */
export interface Position {
  /** Tile → [q, r, rotation]. */
  tiles: Record<string, [number, number, number]>;
  /** "Tonga a" → boats of each colour. */
  boats: Record<string, Record<string, number>>;
  /** Royal island → its owner. */
  royal: Record<string, string>;
  supply: Record<string, number>;
}

export type TargetState = 'open' | 'staged' | 'full' | 'blocked';

/** Something that can be chosen now. The board draws it, makes it a button, and tells `ontarget(id)`. */
export interface Target {
  id: string;
  kind: 'beach' | 'island' | 'pier' | 'place' | 'tile';
  /** beach, island, pier: the island; tile: any laid tile. */
  tile?: string;
  /** beach: its letter. */
  beach?: string;
  /** pier: the edge (of the tile as in the catalogue). */
  edge?: number;
  /** place: an empty place. */
  q?: number;
  r?: number;
  /** The accessible name: what choosing it does. */
  label: string;
  /** Drawn on the target in key mode. */
  number?: number;
  /** open (default): can be chosen; staged: is chosen; full: open, and choosing it fills the beach; blocked: inert, says why. */
  state?: TargetState;
  /** Why it is blocked. */
  reason?: string;
  /** More about it, for who listens. */
  description?: string;
  /** A short text at the target: "+2". */
  badge?: string;
}

/** The odds of a voyage, drawn as a ring at a pier, or at a beach that will be full. */
export interface OddsSign {
  /** At a pier: that of its target. */
  id: string;
  island: string;
  edge?: number;
  beach?: string;
  /** Probabilities. Until they are known the ring is empty. */
  chances?: { land: number; back: number; lost: number };
  /** In the ring: the chance to land, in percent. */
  text?: string;
  /** Drawn at the ring in key mode. */
  number?: number | undefined;
}

/** A boat that is not yet confirmed, drawn translucent on the next free berth. */
export interface Staged {
  island: string;
  beach: string;
  colour: string;
}

/** A part of a fleet's way: out of a pier, across a water tile, or to an island. */
export type Leg =
  | { kind: 'pier'; tile: string; edge: number }
  | { kind: 'cross'; tile: string; entry: number; exit: number; passed?: boolean }
  | { kind: 'arrive'; tile: string; edge: number };

/** What the last move left on the board, until the next. */
export interface Marks {
  /** The mover, whose colour and dashes outline the tiles. */
  colour?: string;
  /** Tiles laid. */
  tiles?: string[];
  /** Beaches that got boats, "Tonga a". */
  beaches?: string[];
  /** The tracks of the fleets. */
  routes?: Leg[][];
  /** Where boats sank: the tile (or an empty place) and how many of each colour. */
  sunk?: { tile?: string; q?: number; r?: number; boats: Record<string, number> }[];
}

/** A tile in hand, laid at a place to look at. */
export interface Ghost {
  tile: string;
  q: number;
  r: number;
  rotation: number;
}

/** A fleet that waits off an island to land. `direction`: on which side, which is from where it came, if known. */
export interface WaitingFleet {
  island: string;
  boats: Record<string, number>;
  direction?: number;
}

export type Speed = 'off' | 'slow' | 'normal' | 'fast' | 'fastest';

export type { Colour };
