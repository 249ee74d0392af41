/** What is new now, in a guided game: bubbles for the decision that stands, the most telling first. Pure. */
import type { Target } from '../game/draft';
import { boatsWanted, type Draft } from '../game/draft';
import { beachName, berthsOf, rotationsIn } from '../game/catalogue';
import { countOf } from '../game/names';
import { splitBeach } from '../board/catalogue';
import { m } from '../paraglide/messages.js';
import type { Effect, Event, View } from '../protocol/types';

export interface Now {
  view: View;
  /** The view after what is staged. */
  shown: View;
  draft: Draft;
  targets: readonly Target[];
  events: readonly Event[];
}

export interface Bubble {
  /** Known once it was read: it is not shown again. */
  key: string;
  text: string;
}

/** What happened from the last decision of this seat on, that decision included. */
export function sinceOwn(events: readonly Event[], seat: number | null): Effect[] {
  const own = events.findLastIndex((e) => e.kind === 'move' && e.seat === seat && !e.forced);
  return events.slice(Math.max(0, own)).flatMap((e) => e.effects);
}

export function guided(now: Now): Bubble[] {
  const { view } = now;
  if (!view.can_act || view.phase === 'over') return [];
  return [...news(now), ...decision(now)];
}

/** Whether this seat has sent a fleet out. */
const hasSailed = ({ events, view }: Now) =>
  events.some(
    (e) => e.seat === view.active_seat && e.effects.some((f) => f.effect === 'fleet_sailed'),
  );

/** At their first occurrence: things that happened to somebody. */
function news({ events, view }: Now): Bubble[] {
  const effects = sinceOwn(events, view.active_seat);
  const lost = effects.findLast((e) => e.effect === 'number_met' && !e.passed);
  const has = (kind: Effect['effect']) => effects.some((e) => e.effect === kind);
  return [
    ...(lost?.effect === 'number_met'
      ? [{ key: 'lost', text: m.coach_lost({ number: lost.number, colours: lost.colours }) }]
      : []),
    ...(has('fleet_turned_back') ? [{ key: 'turned', text: m.coach_turned() }] : []),
    ...(has('fleet_sent_home') ? [{ key: 'home', text: m.coach_home() }] : []),
    ...(has('island_removed') ? [{ key: 'removed', text: m.coach_removed() }] : []),
    ...(has('end_triggered') ? [{ key: 'end', text: m.coach_end() }] : []),
  ];
}

function decision(now: Now): Bubble[] {
  switch (now.view.phase) {
    case 'setup':
      return [
        staged(now.draft)
          ? { key: 'confirm', text: m.coach_confirm() }
          : { key: 'place', text: m.coach_place() },
      ];
    case 'turn':
      return turn(now);
    case 'chain':
      return chain(now);
    case 'landing':
      return landing(now);
    case 'lay':
      return [{ key: 'lay', text: m.coach_lay() }];
    case 'settle':
      return [{ key: 'settle', text: m.coach_settle() }];
    default:
      return [];
  }
}

const staged = (draft: Draft) => (draft.step === 'boats' ? draft.beaches.length : 0);

function turn(now: Now): Bubble[] {
  const { view, shown, draft } = now;
  if (view.choices.some((c) => c.kind === 'enter'))
    return [{ key: 'enter', text: m.coach_enter() }];
  const later = hasSailed(now)
    ? [{ key: 'later', text: m.coach_later() }]
    : first(view, shown, draft);
  const kinds = new Set(view.choices.map((c) => c.kind));
  return [
    ...later,
    ...(kinds.has('king') ? [{ key: 'king', text: m.coach_king() }] : []),
    ...(view.supply_empty ? [{ key: 'supply', text: m.coach_supply() }] : []),
    ...(kinds.has('resettle') && view.turn > 12
      ? [{ key: 'resettle', text: m.coach_resettle() }]
      : []),
  ];
}

/** Until the first fleet is out: growing, and filling a beach. */
function first(view: View, shown: View, draft: Draft): Bubble[] {
  if (draft.step !== 'boats') return [];
  const full = shown.full_beaches[0];
  if (full) return [{ key: 'full', text: m.coach_full({ beach: nameOf(view, full) }) }];
  if (staged(draft) > 0 && staged(draft) < boatsWanted(view, draft).most) {
    return [{ key: 'second', text: m.coach_second() }];
  }
  if (staged(draft) > 0) return [{ key: 'calm', text: m.coach_calm() }];
  const ready = almostFull(view);
  return ready
    ? [{ key: 'fill', text: m.coach_fill({ beach: nameOf(view, ready) }) }]
    : [{ key: 'grow', text: m.coach_grow() }];
}

function nameOf(view: View, key: string): string {
  const [island, beach] = splitBeach(key);
  return beachName(rotationsIn(view.position.tiles), island, beach);
}

/** A beach with one berth left to which a boat can be added. */
function almostFull(view: View): string | undefined {
  return Object.entries(view.position.boats).find(([key, boats]) => {
    const [island, beach] = splitBeach(key);
    return (
      berthsOf(island, beach) - countOf(boats) === 1 &&
      view.choices.some(
        (c) => c.kind === 'expand' && c.island === island && c.beaches.includes(beach),
      )
    );
  })?.[0];
}

function chain({ view, draft }: Now): Bubble[] {
  const chosen = draft.step === 'sail' && draft.line !== null;
  const again = view.voyages > 0 ? [{ key: 'chain', text: m.coach_chain() }] : [];
  return [
    ...again,
    chosen ? { key: 'sail', text: m.coach_sail() } : { key: 'pier', text: m.coach_pier() },
  ];
}

function landing({ view, shown, events }: Now): Bubble[] {
  if (shown.phase !== 'landing') return [{ key: 'ashore', text: m.coach_ashore() }];
  const island = view.fleet?.island ?? '';
  const met = events.flatMap((e) => e.effects).findLast((e) => e.effect === 'number_met');
  if (met?.effect === 'number_met' && met.passed && met.number > 0) {
    const { number, colours } = met;
    return [{ key: 'land', text: m.coach_land_passed({ number, colours, island }) }];
  }
  return [{ key: 'land', text: m.coach_land({ island }) }];
}
