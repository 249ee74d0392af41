/** What the board is told about targets: the same targets with a name each, and what is blocked with the reason. */
import type { Ghost, Staged, Target as BoardTarget, WaitingFleet } from '../board/types';
import { m } from '../paraglide/messages.js';
import type { Choice, Outlook, Previewed, View } from '../protocol/types';
import {
  beachName,
  berthsOf,
  edgeDirection,
  rotationsIn,
  valueOf,
  type Rotations,
} from './catalogue';
import { laid, landingColour, type Draft, type Target } from './draft';
import { numberOf } from './keys';
import { colourName, coloursIn, countOf } from './names';
import { inWords } from './words';

/** `view`: after what a landing has staged. `numbers`: drawn in key mode. */
export function boardTargets(
  view: View,
  draft: Draft,
  targets: readonly Target[],
  numbers: boolean,
): BoardTarget[] {
  const open = targets.map((target, index) => ({
    ...boardTarget(view, draft, target),
    number: numbers ? numberOf(index, targets.length) : undefined,
  }));
  return [...open, ...blockedTargets(view, draft, targets)];
}

function boardTarget(view: View, draft: Draft, target: Target): BoardTarget {
  const { id, badge } = target;
  // What is chosen but could be chosen otherwise is `selected` on the board.
  const state = target.state === 'staged' ? 'staged' : 'open';
  const label = labelOf(view, draft, target);
  switch (target.kind) {
    case 'island':
      return { id, kind: 'island', tile: target.island, state, label, badge };
    case 'beach': {
      const at = { tile: target.island, beach: target.beach };
      const full = willSail(view, draft, target);
      return { id, kind: 'beach', ...at, state: full ? 'full' : state, label, badge };
    }
    case 'pier':
      return { id, kind: 'pier', tile: target.island, edge: target.pier, state, label, badge };
    case 'place':
      return { id, kind: 'place', q: target.q, r: target.r, state, label, badge };
  }
}

const placesBoat = (draft: Draft) =>
  draft.step === 'boats' ||
  draft.step === 'land' ||
  (draft.step === 'move' && draft.source !== null);

/** Choosing this beach fills it: its fleet must sail. */
const willSail = (view: View, draft: Draft, target: Target & { kind: 'beach' }) =>
  target.state === 'open' && placesBoat(draft) && freeBerths(view, draft, target) === 1;

/** After what is staged; a landing's boats are in the view already. */
function freeBerths(view: View, draft: Draft, at: { island: string; beach: string }): number {
  const staged =
    draft.step === 'boats' && draft.island === at.island
      ? [...draft.beaches].filter((beach) => beach === at.beach).length
      : 0;
  const boats = view.position.boats[`${at.island} ${at.beach}`] ?? {};
  return berthsOf(at.island, at.beach) - countOf(boats) - staged;
}

/** The accessible name: where it is, how it is there, and what choosing it does. */
export function labelOf(view: View, draft: Draft, target: Target): string {
  const rotations = rotationsIn(view.position.tiles);
  switch (target.kind) {
    case 'island': {
      const said = { island: target.island, value: valueOf(target.island) };
      if (draft.step === 'king') return m.target_king(said);
      return m.target_island({ ...said, count: Number(target.badge) });
    }
    case 'beach':
      return beachLabel(view, draft, target, rotations);
    case 'pier':
      return pierLabel(view, target, rotations);
    case 'place':
      return m.target_place({ neighbours: placeInWords(view, target.q, target.r) });
  }
}

function beachLabel(
  view: View,
  draft: Draft,
  target: Target & { kind: 'beach' },
  rotations: Rotations,
): string {
  const { island } = target;
  const beach = beachName(rotations, island, target.beach);
  const free = freeBerths(view, draft, target);
  const said = { island, beach, free, berths: berthsOf(island, target.beach) };
  if (target.state === 'chosen') return m.target_beach_source_chosen(said);
  if (target.state === 'staged') return m.target_beach_staged(said);
  if (draft.step === 'move' && !draft.source) return m.target_beach_source(said);
  const label =
    draft.step === 'land'
      ? m.target_beach_land({ ...said, colour: colourName(landingColour(view, draft) ?? '') })
      : m.target_beach(said);
  return willSail(view, draft, target) ? m.target_will_sail({ label }) : label;
}

function pierLabel(view: View, target: Target & { kind: 'pier' }, rotations: Rotations): string {
  const { island } = target;
  const beach = beachName(rotations, island, target.beach);
  const direction = edgeDirection(rotations, island, target.pier);
  const choice = view.choices.find((c) => c.line === target.line);
  const way = wayInWords(choice, coloursIn(view.position.boats[`${island} ${target.beach}`] ?? {}));
  return m.target_pier({ island, beach, direction, way });
}

/** What is known of the way from a pier: "unknown sea". */
export function wayInWords(choice: Choice | undefined, colours: number): string {
  const outlook: Outlook | null | undefined = choice?.outlook;
  if (!outlook) return m.way_unknown();
  const failed = outlook.hops.find((hop) => !hop.passed);
  if (failed) return m.way_lost({ number: failed.number, colours });
  const numbers = outlook.hops.map((hop) => hop.number).filter((number) => number > 0);
  const over = numbers.length ? m.way_over({ numbers: numbers.join(', '), colours }) : '';
  return [over, endInWords(outlook)].filter(Boolean).join(' ');
}

function endInWords(outlook: Outlook): string {
  const island = outlook.island ?? '';
  switch (outlook.end) {
    case 'island':
      return m.way_island({ island, free: outlook.free_berths ?? 0 });
    case 'royal':
      return m.way_royal({ island });
    case 'lost':
      return m.way_no_tile();
    default:
      return outlook.deck_empty ? m.way_no_tile() : m.way_unknown();
  }
}

/** A place in words: what touches it. */
function placeInWords(view: View, q: number, r: number): string {
  const facing = view.choices
    .filter((c) => c.kind === 'lay' && c.place?.[0] === q && c.place[1] === r)
    .map((c) => {
      const tile = c.tile ?? '';
      const direction = edgeDirection(rotationsIn(view.position.tiles), tile, c.edge ?? 0);
      return m.place_beside({ direction, tile });
    });
  return facing.join(', ');
}

/** Beaches and islands that one might try and cannot, with the reason. */
function blockedTargets(view: View, draft: Draft, targets: readonly Target[]): BoardTarget[] {
  const taken = new Set(targets.map((target) => target.id));
  const rotations = rotationsIn(view.position.tiles);
  return view.blocked.flatMap((blocked): BoardTarget[] => {
    const { island, beach } = blocked;
    if (!island || !fits(draft, blocked.kind, island)) return [];
    const id = beach ? `${island} ${beach}` : island;
    if (taken.has(id)) return [];
    taken.add(id);
    const reason = inWords(blocked.why);
    const place = beach
      ? m.place_on_island({ island, beach: beachName(rotations, island, beach) })
      : island;
    const label = m.target_blocked({ place });
    const at = beach ? { kind: 'beach' as const, beach } : { kind: 'island' as const };
    return [{ id: `blocked ${id}`, ...at, tile: island, state: 'blocked', label, reason }];
  });
}

/** Which reasons matter while this is being decided. */
function fits(draft: Draft, kind: string, island: string): boolean {
  switch (draft.step) {
    case 'boats':
      if (draft.kind === 'expand') {
        return draft.island === null
          ? kind === 'expand' || kind === 'island'
          : kind === 'beach' && island === draft.island;
      }
      return kind === 'beach' || (draft.kind === 'enter' && kind === 'island');
    case 'king':
      return kind === 'king';
    case 'land':
      return kind === 'beach';
    default:
      return false;
  }
}

/** Boats that are staged and not confirmed. */
export function stagedBoats(view: View, draft: Draft, previewed: Previewed | null): Staged[] {
  if (draft.step === 'boats') {
    const { island } = draft;
    const colour = view.active_colour;
    if (!island || !colour) return [];
    return [...draft.beaches].map((beach) => ({ island, beach, colour }));
  }
  if (draft.step === 'move' && draft.target && view.active_colour) {
    return [{ ...draft.target, colour: view.active_colour }];
  }
  if (draft.step !== 'land' || draft.picks.length === 0) return [];
  return (previewed?.effects ?? []).flatMap((e) =>
    e.effect === 'boat_landed' ? [{ island: e.island, beach: e.beach, colour: e.colour }] : [],
  );
}

/** The tile in hand where it is staged to lie. */
export function ghostOf(view: View, draft: Draft): Ghost | null {
  const choice = draft.step === 'lay' ? laid(view.choices, draft) : undefined;
  if (!choice?.place || !view.hand) return null;
  const [q, r, rotation] = choice.place;
  return { tile: view.hand, q, r, rotation };
}

/** The boats that still wait to go ashore. */
export function waitingFleet(view: View): WaitingFleet | null {
  return view.fleet ? { island: view.fleet.island, boats: view.fleet.boats } : null;
}
