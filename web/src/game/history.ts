/** Looking back: which events still count, whose turns they make, and where one's own last decision was. Pure. */
import { m } from '../paraglide/messages.js';
import type { Effect, Event, Table, View } from '../protocol/types';
import { namesAt } from './names';

/** The events that are in effect: an undo takes out what came after the event it goes back to. */
export function inEffect(events: readonly Event[]): Event[] {
  let kept: Event[] = [];
  for (const event of events) {
    if (event.kind !== 'undo') kept.push(event);
    else kept = kept.filter((e) => e.seq <= (event.back_to ?? -1));
  }
  return kept;
}

/** One effect of a film, and where it stands in the log. */
export interface Scene {
  effect: Effect;
  seq: number;
  /** Its number among the effects of the event. */
  index: number;
}

/** What one colour did in one turn. */
export interface Chapter {
  turn: number;
  colour: string | null;
  scenes: Scene[];
}

/** The turns that these events tell, in order; in the setup a chapter for each boat. `turn`, `colour`: of the one that runs before. */
export function chaptersOf(
  events: readonly Event[],
  turn: number,
  colour: string | null,
): Chapter[] {
  const chapters: Chapter[] = [];
  let now = { turn, colour };
  for (const event of events) {
    if (now.turn === 0 && event.colour !== null) now = { turn: 0, colour: event.colour };
    event.effects.forEach((effect, index) => {
      if (effect.effect === 'turn_began') now = { turn: effect.turn, colour: effect.colour };
      if (!TOLD.has(effect.effect)) return;
      const last = chapters.at(-1);
      const scene = { effect, seq: event.seq, index };
      if (last && last.turn === now.turn && last.colour === now.colour) last.scenes.push(scene);
      else chapters.push({ ...now, scenes: [scene] });
    });
  }
  return chapters;
}

/** "Turn 7 · Bo", by the name of who had the seat then. */
export function titleOf(table: Table, { turn, colour, scenes }: Chapter): string {
  const player = colour ? namesAt(table, scenes[0]?.seq ?? 0).player(colour) : '';
  return turn ? m.film_chapter({ turn, player }) : m.film_chapter_setup({ player });
}

/** What a film or its list has something to say about. */
const TOLD = new Set<Effect['effect']>([
  'boat_placed',
  'boat_moved',
  'boat_landed',
  'boats_taken',
  'fleet_sailed',
  'tile_drawn',
  'tile_laid',
  'number_met',
  'fleet_moved',
  'fleet_turned_back',
  'fleet_arrived',
  'fleet_lost',
  'fleet_sent_home',
  'royal_founded',
  'island_removed',
  'end_triggered',
  'turn_passed',
  'game_ended',
]);

/** Whose eyes look: who decides now, else the person at this screen, else (looking on) who decides now. */
export function ownSeat(table: Table, view: View): number | null {
  if (view.can_act) return view.active_seat;
  return table.your_seats[0] ?? view.active_seat;
}

/**
 * The event after which the film begins: the last decision of this seat. Where nothing has happened since, or there
 * was none yet, the last decision of all is shown again.
 */
export function lastDecision(events: readonly Event[], seat: number | null): number {
  const own = events.findLast((e) => decides(e) && e.seat === seat);
  if (own && tells(events, own.seq)) return ashore(events, own.seq);
  if (!own && seat !== null) return 0;
  const last = events.findLast((e) => decides(e) && tells(events, e.seq - 1));
  return ashore(events, (last?.seq ?? 1) - 1);
}

/** This moment, or the last one before at which no fleet was at sea: a film shows whole voyages. */
export function ashore(events: readonly Event[], seq: number): number {
  let safe = 0;
  let atSea = false;
  for (const event of events) {
    if (event.seq > seq) break;
    for (const { effect } of event.effects) {
      if (effect === 'fleet_sailed') atSea = true;
      else if (effect === 'fleet_arrived' || effect === 'fleet_lost') atSea = false;
    }
    if (!atSea) safe = event.seq;
  }
  return safe;
}

const decides = (event: Event) => event.kind === 'move' && !event.forced;
const tells = (events: readonly Event[], after: number) =>
  events.some((e) => e.seq > after && e.effects.some((effect) => TOLD.has(effect.effect)));

/** How many turns of others lie after this event. */
export function turnsSince(chapters: readonly Chapter[], own: readonly string[]): number {
  return chapters.filter((chapter) => chapter.colour && !own.includes(chapter.colour)).length;
}

/** The chapter's turn that runs after an event: where a film that begins there stands. */
export function turnAt(events: readonly Event[], seq: number): [number, string | null] {
  for (const event of [...events].reverse()) {
    if (event.seq > seq) continue;
    const began = event.effects.findLast((e) => e.effect === 'turn_began');
    if (began?.effect === 'turn_began') return [began.turn, began.colour];
  }
  return [0, null];
}
