/** Effects told as a film: a list of shots, each a picture for every moment from 0 to 1. Pure; `film.svelte.ts` runs it. */
import type { Effect } from '../protocol/types';
import { along, type Curve } from './art/water';
import { allot, type Berths } from './berths';
import { exitOf } from './catalogue';
import { fold } from './fold';
import {
  actors,
  between,
  boatList,
  ease,
  formation,
  partOf,
  type Actor,
  type Frame,
  type Sailing,
  type Shot,
} from './frames';
import { add, edgeFacing, facing, mod6, neighbour, type Point } from './geometry';
import {
  berths as berthPoints,
  edgePoint,
  laid,
  legCurve,
  numberOn,
  straight,
  tileAt,
  waitingPoint,
} from './layout';
import type { Position, WaitingFleet } from './types';

/** From where a tile comes to its place. */
const STACK: Point = { x: 210, y: -150 };

export class Storyboard {
  readonly shots: Shot[] = [];
  private sailing: Sailing | undefined;
  position: Position;
  berths: Berths;

  constructor(position: Position, berths: Berths, fleet?: WaitingFleet) {
    this.position = position;
    this.berths = allot(position, berths);
    if (fleet) this.resume(fleet);
  }

  /** A landing that goes on: the fleet lies off the island already. */
  private resume(fleet: WaitingFleet): void {
    const tile = laid(this.position, fleet.island);
    if (!tile) return;
    const direction = fleet.direction ?? 3;
    const at = waitingPoint(tile, edgeFacing(mod6(direction), tile.rotation));
    this.sailing = {
      boats: boatList(fleet.boats),
      at,
      place: tile.place,
      direction: mod6(direction + 3),
      track: [],
    };
  }

  /** The fleet at sea, if one is. */
  get fleet(): Actor[] {
    return this.sailing ? actors(this.sailing.boats, this.sailing.at) : [];
  }

  /** The island off which the fleet lies, and on which side. */
  get arrival(): { island: string; direction: number } | undefined {
    const tile = this.sailing && tileAt(this.position, this.sailing.place);
    if (!this.sailing || !tile) return undefined;
    return { island: tile.name, direction: mod6(this.sailing.direction + 3) };
  }

  private add(effect: Effect, ms: number, picture: (t: number) => Partial<Frame>): void {
    const { position, berths } = this;
    const fleet = this.fleet;
    this.shots.push({
      ms,
      effect,
      frame: (t) => ({ position, berths, actors: fleet, ...picture(t) }),
    });
  }

  private advance(effect: Effect): void {
    this.position = fold(this.position, effect);
    this.berths = allot(this.position, this.berths);
  }

  /** Where the next boat of this colour will lie on this beach. */
  private berthOf(effect: Effect, island: string, beach: string): Point | undefined {
    const after = fold(this.position, effect);
    const key = `${island} ${beach}`;
    const then = allot(after, this.berths)[key] ?? [];
    const index = then.findIndex((colour, i) => colour !== null && !this.berths[key]?.[i]);
    return berthPoints(this.position, island, beach)[index];
  }

  private boatsAt(island: string, beach: string, boats: Record<string, number>): [string, Point][] {
    const left = new Map(Object.entries(boats));
    const points = berthPoints(this.position, island, beach);
    return (this.berths[`${island} ${beach}`] ?? []).flatMap((colour, i): [string, Point][] => {
      const n = colour === null ? 0 : (left.get(colour) ?? 0);
      if (colour === null || n === 0) return [];
      left.set(colour, n - 1);
      return [[colour, points[i] as Point]];
    });
  }

  tell(effect: Effect): void {
    switch (effect.effect) {
      case 'boat_placed': {
        const to = this.berthOf(effect, effect.island, effect.beach);
        if (to) this.boat(effect, effect.colour, { x: to.x, y: to.y - 46 }, to, 320);
        break;
      }
      case 'boat_moved': {
        const one = { [effect.colour]: 1 };
        const from = this.boatsAt(effect.from_island, effect.from_beach, one)[0]?.[1];
        const to = this.berthOf(effect, effect.island, effect.beach);
        const left = this.without(`${effect.from_island} ${effect.from_beach}`, effect.colour);
        if (from && to) this.boat(effect, effect.colour, from, to, 700, left);
        break;
      }
      case 'boat_landed': {
        const to = this.berthOf(effect, effect.island, effect.beach);
        this.land(effect, effect.colour, to);
        return;
      }
      case 'fleet_sailed':
        this.sail(effect);
        return;
      case 'tile_laid':
        this.lay(effect);
        return;
      case 'number_met':
        this.number(effect);
        break;
      case 'fleet_moved':
        this.cross(effect);
        break;
      case 'fleet_turned_back':
        this.turnBack(effect);
        break;
      case 'fleet_arrived':
        this.arrive(effect);
        break;
      case 'fleet_lost':
        this.lose(effect);
        break;
      case 'fleet_sent_home':
        this.home(
          effect,
          boatList(effect.boats).map((c) => [c, this.sailing?.at ?? { x: 0, y: 0 }]),
        );
        this.sailing = undefined;
        break;
      case 'boats_taken':
        this.advanceFirst(effect, this.boatsAt(effect.island, effect.beach, effect.boats));
        return;
      case 'royal_founded':
        this.crown(effect);
        return;
      case 'island_removed':
        this.remove(effect);
        return;
    }
    this.advance(effect);
  }

  /** The berths when one boat of this colour has left a beach. */
  private without(beach: string, colour: string): Berths {
    const berths = [...(this.berths[beach] ?? [])];
    berths[berths.indexOf(colour)] = null;
    return { ...this.berths, [beach]: berths };
  }

  private boat(
    effect: Effect,
    colour: string,
    from: Point,
    to: Point,
    ms: number,
    berths = this.berths,
  ): void {
    const before = this.fleet;
    this.add(effect, ms, (t) => ({
      berths,
      actors: [
        ...before,
        { colour, at: between(from, to, ease(t)), opacity: Math.min(1, t * 3), tilt: 0, sunk: 0 },
      ],
    }));
  }

  private sail(effect: Effect & { effect: 'fleet_sailed' }): void {
    const tile = laid(this.position, effect.island);
    if (!tile) return this.advance(effect);
    const from = this.boatsAt(effect.island, effect.beach, effect.boats);
    this.advance(effect);
    const leg = legCurve(this.position, { kind: 'pier', tile: effect.island, edge: effect.pier });
    const at = edgePoint(tile, effect.pier, -4);
    const places = formation(from.length);
    this.sailing = {
      boats: from.map(([colour]) => colour),
      at,
      place: tile.place,
      direction: facing(mod6(effect.pier), tile.rotation),
      track: leg ? [leg] : [],
    };
    this.add(effect, 650, (t) => ({
      actors: from.map(([colour, berth], i) => ({
        colour,
        at: between(berth, add(at, places[i] as Point), ease(t)),
        opacity: 1,
        tilt: 0,
        sunk: 0,
      })),
    }));
  }

  private lay(effect: Effect & { effect: 'tile_laid' }): void {
    const { tile, q, r, rotation } = effect;
    this.add(effect, 760, (t) => {
      // It comes from the stack, which lies beside the board, and turns over as it is laid.
      const far = 1 - ease(Math.min(1, t * 1.5));
      const off = { x: STACK.x * far, y: STACK.y * far };
      return { turning: { tile, q, r, rotation, part: Math.max(0, t * 1.8 - 0.8), off } };
    });
    this.advance(effect);
  }

  /** The tile ahead of the fleet, and the edge by which it is entered. */
  private ahead() {
    if (!this.sailing) return undefined;
    const place = neighbour(this.sailing.place, mod6(this.sailing.direction));
    const tile = tileAt(this.position, place);
    return tile && { tile, entry: edgeFacing(mod6(this.sailing.direction + 3), tile.rotation) };
  }

  private number(effect: Effect & { effect: 'number_met' }): void {
    const there = this.ahead();
    const mark = there && numberOn(there.tile, there.entry);
    if (!mark || effect.number === 0) return;
    const { number, colours, passed } = effect;
    this.add(effect, 900, (t) => ({
      number: { at: mark.at, number, colours, passed, grow: Math.min(1, t * 4) },
    }));
  }

  private glide(effect: Effect, curve: Curve, ms: number, note?: Frame['note']): void {
    const boats = this.sailing?.boats ?? [];
    this.add(effect, ms, (t) => ({
      actors: actors(boats, along(curve, ease(t))),
      ...(note ? { note } : {}),
    }));
    if (this.sailing) this.sailing.at = curve[3];
  }

  private cross(effect: Effect & { effect: 'fleet_moved' }): void {
    const { tile: name, entry, exit } = effect;
    const tile = laid(this.position, name);
    const curve = legCurve(this.position, { kind: 'cross', tile: name, entry, exit });
    if (!tile || !curve || !this.sailing) return;
    this.glide(effect, curve, 850);
    this.sailing.track.push(curve);
    this.sailing.place = tile.place;
    this.sailing.direction = facing(mod6(exit), tile.rotation);
  }

  private turnBack(effect: Effect & { effect: 'fleet_turned_back' }): void {
    const home = laid(this.position, effect.back_to);
    if (!this.sailing) return;
    const back = [...this.sailing.track].reverse().map(([a, b, c, d]): Curve => [d, c, b, a]);
    const note = { at: this.sailing.at, text: 'turned_back' as const };
    back.slice(0, -1).forEach((curve) => this.glide(effect, curve, 480, note));
    const last = back.at(-1);
    if (last && home) {
      // it lands on the island it left, by the pier it left from.
      this.sailing.place = home.place;
      const first = this.sailing.track[0] as Curve;
      this.sailing.at = first[3];
      this.sailing.direction = this.directionOf(home.centre, first[3]);
    }
    this.sailing.track = [];
  }

  /** From where a point lies of a tile's middle. */
  private directionOf(middle: Point, point: Point): number {
    const degrees = (Math.atan2(point.y - middle.y, point.x - middle.x) * 180) / Math.PI;
    return mod6(Math.round((degrees - 90) / 60) + 3);
  }

  private arrive(effect: Effect & { effect: 'fleet_arrived' }): void {
    const tile = laid(this.position, effect.island);
    if (!tile || !this.sailing) return;
    const edge = edgeFacing(mod6(this.sailing.direction + 3), tile.rotation);
    this.glide(effect, straight(this.sailing.at, waitingPoint(tile, edge)), 420);
    this.sailing.place = tile.place;
  }

  private lose(effect: Effect & { effect: 'fleet_lost' }): void {
    const boats = boatList(effect.boats);
    const from = this.sailing?.at ?? { x: 0, y: 0 };
    const there = this.ahead();
    const mark = there && numberOn(there.tile, there.entry);
    let to = from;
    if (there && mark && effect.cause === 'number') {
      const route = this.routeFrom(there.tile.name, there.entry);
      if (route) {
        to = along(route, mark.share * 0.72);
        this.glide(effect, partOf(route, mark.share * 0.72), 600);
      }
    }
    const note = { at: to, text: 'lost' as const };
    this.sailing = undefined;
    this.add(effect, 1100, (t) => ({
      note,
      actors: actors(boats, to).map((boat, i) => {
        const part = Math.max(0, Math.min(1, t * 1.6 - i * 0.12));
        return { ...boat, tilt: part * (i % 2 ? 55 : -55), sunk: part, opacity: 1 - part ** 3 };
      }),
    }));
  }

  private routeFrom(name: string, entry: number): Curve | undefined {
    const exit = exitOf(name, entry);
    return exit === undefined
      ? undefined
      : legCurve(this.position, { kind: 'cross', tile: name, entry, exit });
  }

  private land(effect: Effect, colour: string, to: Point | undefined): void {
    const fleet = this.sailing;
    const from = fleet?.at ?? to;
    if (fleet) {
      const i = fleet.boats.indexOf(colour);
      if (i >= 0) fleet.boats = fleet.boats.filter((_, j) => j !== i);
    }
    if (from && to) this.boat(effect, colour, from, to, 380);
    this.advance(effect);
    if (fleet?.boats.length === 0) this.sailing = undefined;
  }

  /** Boats rise and fade: they are back with their owners. */
  private home(effect: Effect, boats: [string, Point][]): void {
    this.add(effect, 600, (t) => ({
      actors: boats.map(([colour, at], i) => ({
        colour,
        at: { x: at.x + (i - (boats.length - 1) / 2) * 4 * t, y: at.y - 46 * ease(t) },
        opacity: 1 - t ** 2,
        tilt: 0,
        sunk: 0,
      })),
    }));
  }

  private advanceFirst(effect: Effect, boats: [string, Point][]): void {
    this.advance(effect);
    this.home(effect, boats);
  }

  private crown(effect: Effect & { effect: 'royal_founded' }): void {
    const at = laid(this.position, effect.island)?.centre;
    const { colour } = effect;
    this.advance(effect);
    if (at) this.add(effect, 900, (t) => ({ crown: { at, colour, part: t } }));
  }

  private remove(effect: Effect & { effect: 'island_removed' }): void {
    const tile = laid(this.position, effect.island);
    this.advance(effect);
    if (!tile) return;
    const { place, rotation, centre } = tile;
    this.add(effect, 1000, (t) => ({
      leaving: { tile: effect.island, ...place, rotation, part: ease(t) },
      note: { at: centre, text: 'removed' },
    }));
  }
}
