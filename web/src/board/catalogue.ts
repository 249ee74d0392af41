/** The 32 tiles, typed. */
import data from '$tiles';
import type { Edge } from './geometry';

export interface Beach {
  id: string;
  berths: number;
  piers: Edge[];
}

export interface Island {
  name: string;
  value: number;
  beaches: Beach[];
}

export interface WaterRoute {
  edges: [Edge, Edge];
  colours: number;
}

export interface Water {
  name: string;
  routes: WaterRoute[];
}

interface Catalogue {
  islands: Island[];
  waters: Water[];
}

// The JSON's own type has plain numbers where edges stand; the engine's tests check the values.
export const { islands, waters } = data as Catalogue;

const islandByName = new Map(islands.map((island) => [island.name, island]));
const waterByName = new Map(waters.map((water) => [water.name, water]));

export function island(name: string): Island | undefined {
  return islandByName.get(name);
}

export function water(name: string): Water | undefined {
  return waterByName.get(name);
}

/** "Hiva Oa a" → ["Hiva Oa", "a"]. */
export function splitBeach(key: string): [string, string] {
  const at = key.lastIndexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Where the route that starts at an edge of a water tile ends. */
export function exitOf(name: string, entry: number): Edge | undefined {
  const route = waterByName.get(name)?.routes.find(({ edges }) => edges.includes(entry as Edge));
  return route && (route.edges[0] === entry ? route.edges[1] : route.edges[0]);
}
