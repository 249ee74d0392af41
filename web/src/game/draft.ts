/**
 * What a person has begun but not confirmed: a small state machine over the choices that the server sends.
 *
 * Nothing here knows a rule. What may be picked next is what some legal choice still contains.
 */
import type { Choice, View } from '../protocol/types';
import { beachAtPier } from './catalogue';

export type BoatKind = 'place' | 'expand' | 'enter' | 'settle';

export type Draft =
  | { step: 'none' }
  | { step: 'boats'; kind: BoatKind; island: string | null; beaches: string }
  | { step: 'move'; source: Beach | null; target: Beach | null }
  | { step: 'king'; island: string | null }
  | { step: 'resettle'; sure: boolean }
  | { step: 'lay'; place: Place | null; turn: number }
  | { step: 'sail'; line: string | null }
  | { step: 'land'; colour: string | null; picks: Landing[] }
  | { step: 'pass' };

/** A line that a person picked, and those that then followed of themselves. */
export type Landing = string[];

export interface Beach {
  island: string;
  beach: string;
}

export interface Place {
  q: number;
  r: number;
}

/** Something on the board that can be picked now, or is picked already. */
export type Target = { id: string; state: TargetState; badge?: string; line?: string } & (
  | { kind: 'island'; island: string }
  | { kind: 'beach'; island: string; beach: string }
  | { kind: 'pier'; island: string; beach: string; pier: number }
  | { kind: 'place'; q: number; r: number }
);
export type TargetState = 'open' | 'chosen' | 'staged';

/** The kinds of action of a turn, in the order of their buttons. */
export type Action = 'expand' | 'king' | 'resettle';

export const NONE: Draft = { step: 'none' };

const only = (choices: Choice[], kind: Choice['kind']) => choices.filter((c) => c.kind === kind);
const sorted = (letters: string) => [...letters].sort().join('');
const unique = <T>(items: T[]) => [...new Set(items)];

/** Whether the letters of `part` are all among `all`, each as often. */
export function contains(all: string, part: string): boolean {
  const rest = [...all];
  return [...part].every((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** Where a decision begins: the first thing that a person would do. */
export function begin(view: View, action?: Action): Draft {
  const { choices } = view;
  const kinds = unique(choices.map((c) => c.kind));
  const has = (kind: Choice['kind']) => kinds.includes(kind);
  if (!view.can_act || choices.length === 0) return NONE;
  if (view.phase === 'landing') return { step: 'land', colour: null, picks: [] };
  if (view.phase === 'chain') return { step: 'sail', line: null };
  if (view.phase === 'lay') return { step: 'lay', place: null, turn: 0 };
  if (action === 'king' && has('king'))
    return { step: 'king', island: sole(islandsOf(choices, 'king')) };
  if (action === 'resettle' && has('resettle')) return { step: 'resettle', sure: false };
  if (has('expand')) return beginExpand(choices);
  for (const kind of ['place', 'enter', 'settle'] as const) {
    if (has(kind)) return { step: 'boats', kind, island: null, beaches: '' };
  }
  if (has('king')) return { step: 'king', island: null };
  if (has('resettle')) return { step: 'resettle', sure: false };
  return has('pass') ? { step: 'pass' } : NONE;
}

function beginExpand(choices: Choice[]): Draft {
  if (only(choices, 'expand').some((c) => c.source)) {
    return { step: 'move', source: null, target: null };
  }
  const island = sole(islandsOf(choices, 'expand'));
  return { step: 'boats', kind: 'expand', island, beaches: '' };
}

function sole<T>(items: T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

/** The islands on which an action is possible. */
export function islandsOf(choices: Choice[], kind: Choice['kind']): string[] {
  return unique(only(choices, kind).flatMap((c) => c.island ?? []));
}

/** The most and the fewest boats of a complete staging that still contains what is staged. */
export function boatsWanted(
  view: View,
  draft: Draft & { step: 'boats' },
): { least: number; most: number } {
  const lengths = only(view.choices, draft.kind)
    .filter((c) => draft.island === null || c.island === draft.island)
    .map((c) => c.beaches.length);
  if (lengths.length === 0) return { least: 0, most: 0 };
  return { least: Math.min(...lengths), most: Math.max(...lengths) };
}

/** The staged lines, if they are a complete decision; else none. For a landing: whatever is staged. */
export function linesOf(view: View, draft: Draft): string[] {
  const line = lineOf(view, draft);
  return draft.step === 'land' ? draft.picks.flat() : line === null ? [] : [line];
}

function lineOf(view: View, draft: Draft): string | null {
  const { choices } = view;
  switch (draft.step) {
    case 'boats': {
      const letters = sorted(draft.beaches);
      const found = only(choices, draft.kind).find(
        (c) => c.island === draft.island && sorted(c.beaches) === letters,
      );
      return found?.line ?? null;
    }
    case 'move':
      return moves(choices, draft.source, draft.target)[0]?.line ?? null;
    case 'king':
      return only(choices, 'king').find((c) => c.island === draft.island)?.line ?? null;
    case 'resettle':
      return only(choices, 'resettle')[0]?.line ?? null;
    case 'pass':
      return only(choices, 'pass')[0]?.line ?? null;
    case 'lay':
      return laid(choices, draft)?.line ?? null;
    case 'sail':
      return draft.line;
    default:
      return null;
  }
}

const sameBeach = (a: Beach, island?: string | null, beach?: string) =>
  a.island === island && a.beach === beach;

function moves(choices: Choice[], source: Beach | null, target: Beach | null): Choice[] {
  if (!source || !target) return [];
  return only(choices, 'expand').filter(
    (c) =>
      c.source &&
      sameBeach(source, c.source[0], c.source[1]) &&
      sameBeach(target, c.island, c.beaches),
  );
}

/** The ways in which the tile in hand can lie in the chosen place: which laid tile its red symbol faces. */
export function waysToLie(choices: Choice[], place: Place | null): Choice[] {
  return only(choices, 'lay').filter(
    (c) => place && c.place && c.place[0] === place.q && c.place[1] === place.r,
  );
}

/** How the tile in hand lies as staged. */
export function laid(choices: Choice[], draft: Draft & { step: 'lay' }): Choice | undefined {
  const ways = waysToLie(choices, draft.place);
  return ways.length ? ways[((draft.turn % ways.length) + ways.length) % ways.length] : undefined;
}

/** Turn the tile in hand. */
export function rotate(draft: Draft, by: number): Draft {
  return draft.step === 'lay' && draft.place ? { ...draft, turn: draft.turn + by } : draft;
}

/** Choose which colour goes ashore next. */
export function withColour(draft: Draft, colour: string): Draft {
  return draft.step === 'land' ? { ...draft, colour } : draft;
}

/** One more boat ashore. */
export function withLanding(draft: Draft & { step: 'land' }, line: string): Draft {
  return { ...draft, picks: [...draft.picks, [line]] };
}

/** What followed of itself after the last pick belongs to it: taken back and confirmed together. */
export function withForced(draft: Draft, forced: string[]): Draft {
  const last = draft.step === 'land' ? draft.picks.at(-1) : undefined;
  if (draft.step !== 'land' || !last || forced.length === 0) return draft;
  return { ...draft, picks: [...draft.picks.slice(0, -1), [...last, ...forced]] };
}

/** The colours of the landing fleet that may go ashore now. */
export function coloursToLand(view: View): string[] {
  return unique(only(view.choices, 'land').flatMap((c) => c.colour ?? []));
}

/** The colour that goes ashore next: the one picked, or the first that may. */
export function landingColour(view: View, draft: Draft): string | null {
  const colours = coloursToLand(view);
  const picked = draft.step === 'land' ? draft.colour : null;
  if (picked && colours.includes(picked)) return picked;
  return colours.find((c) => c === view.active_colour) ?? colours[0] ?? null;
}

/** All that can be picked now. `view` is the position after what a landing has staged. */
export function targetsOf(view: View, draft: Draft): Target[] {
  const { choices } = view;
  switch (draft.step) {
    case 'boats':
      return boatTargets(choices, draft);
    case 'move':
      return moveTargets(choices, draft);
    case 'king':
      return islandsOf(choices, 'king').map((island) => ({
        id: island,
        kind: 'island',
        island,
        state: island === draft.island ? 'chosen' : 'open',
      }));
    case 'lay':
      return placeTargets(choices, draft);
    case 'sail':
      return only(choices, 'sail').map((c) => ({
        id: c.line,
        kind: 'pier',
        island: c.island ?? '',
        beach: beachAtPier(c.island ?? '', c.pier ?? 0),
        pier: c.pier ?? 0,
        line: c.line,
        state: c.line === draft.line ? 'chosen' : 'open',
      }));
    case 'land':
      return landTargets(view, draft);
    default:
      return [];
  }
}

function beachTarget(island: string, beach: string, state: TargetState): Target {
  return { id: `${island} ${beach}`, kind: 'beach', island, beach, state };
}

function boatTargets(choices: Choice[], draft: Draft & { step: 'boats' }): Target[] {
  const mine = only(choices, draft.kind);
  if (draft.kind === 'expand' && draft.island === null) {
    return islandsOf(mine, 'expand').map((island) => ({
      id: island,
      kind: 'island',
      island,
      state: 'open',
      badge: `+${Math.max(...mine.filter((c) => c.island === island).map((c) => c.beaches.length))}`,
    }));
  }
  const here = mine.filter((c) => draft.island === null || c.island === draft.island);
  return unique(here.map((c) => c.island ?? '')).flatMap((island) => {
    const letters = unique(here.filter((c) => c.island === island).flatMap((c) => [...c.beaches]));
    return letters
      .sort()
      .map((letter) =>
        beachTarget(island, letter, draft.beaches.includes(letter) ? 'staged' : 'open'),
      );
  });
}

function moveTargets(choices: Choice[], draft: Draft & { step: 'move' }): Target[] {
  const { source, target } = draft;
  const all = only(choices, 'expand');
  if (!source) {
    const ids = unique(all.flatMap((c) => (c.source ? [c.source.join('/')] : [])));
    return ids.sort().map((id) => {
      const [island = '', beach = ''] = id.split('/');
      return beachTarget(island, beach, 'open');
    });
  }
  const ends = all.filter((c) => c.source && sameBeach(source, c.source[0], c.source[1]));
  return [
    beachTarget(source.island, source.beach, 'chosen'),
    ...ends.map((c) =>
      beachTarget(
        c.island ?? '',
        c.beaches,
        target && sameBeach(target, c.island, c.beaches) ? 'staged' : 'open',
      ),
    ),
  ];
}

function placeTargets(choices: Choice[], draft: Draft & { step: 'lay' }): Target[] {
  const places = unique(only(choices, 'lay').flatMap((c) => c.place?.slice(0, 2).join() ?? []));
  return places.map((id) => {
    const [q = 0, r = 0] = id.split(',').map(Number);
    const chosen = draft.place?.q === q && draft.place.r === r;
    return { id, kind: 'place', q, r, state: chosen ? 'chosen' : 'open' };
  });
}

function landTargets(view: View, draft: Draft & { step: 'land' }): Target[] {
  const colour = landingColour(view, draft);
  return only(view.choices, 'land')
    .filter((c) => c.colour === colour)
    .map((c) => ({ ...beachTarget(c.island ?? '', c.beaches, 'open'), line: c.line }));
}

/** What the draft becomes when a target is picked. `view` as for `targetsOf`. */
export function pick(view: View, draft: Draft, target: Target): Draft {
  switch (draft.step) {
    case 'boats':
      if (target.kind === 'island') return { ...draft, island: target.island, beaches: '' };
      return target.kind === 'beach' ? pickBeach(view, draft, target) : draft;
    case 'move':
      return target.kind === 'beach' ? pickMove(draft, target) : draft;
    case 'king':
      return target.kind === 'island' ? { ...draft, island: target.island } : draft;
    case 'lay':
      if (target.kind !== 'place') return draft;
      if (target.state === 'chosen') return { ...draft, turn: draft.turn + 1 };
      return { ...draft, place: { q: target.q, r: target.r }, turn: 0 };
    case 'sail':
      return { ...draft, line: target.line ?? null };
    case 'land':
      return target.line ? withLanding(draft, target.line) : draft;
    default:
      return draft;
  }
}

function pickBeach(view: View, draft: Draft & { step: 'boats' }, at: Beach): Draft {
  if (draft.island !== null && draft.island !== at.island) {
    return { ...draft, island: at.island, beaches: at.beach };
  }
  const here = only(view.choices, draft.kind).filter((c) => c.island === at.island);
  const possible = (letters: string) => here.some((c) => contains(c.beaches, letters));
  const staged = draft.beaches;
  if (possible(staged + at.beach)) {
    return { ...draft, island: at.island, beaches: staged + at.beach };
  }
  if (staged.includes(at.beach)) {
    const beaches = staged.replace(at.beach, '');
    const island = beaches === '' && draft.kind !== 'expand' ? null : at.island;
    return { ...draft, island, beaches };
  }
  // All boats are staged already: the one staged first goes where the person points.
  let kept = staged;
  while (kept !== '' && !possible(kept + at.beach)) kept = kept.slice(1);
  return possible(kept + at.beach)
    ? { ...draft, island: at.island, beaches: kept + at.beach }
    : draft;
}

function pickMove(draft: Draft & { step: 'move' }, at: Beach): Draft {
  const here = { island: at.island, beach: at.beach };
  if (!draft.source) return { ...draft, source: here };
  if (sameBeach(draft.source, at.island, at.beach)) return { ...draft, source: null, target: null };
  if (draft.target && sameBeach(draft.target, at.island, at.beach))
    return { ...draft, target: null };
  return { ...draft, target: here };
}

/** One stage back; the same draft when there is nothing to take back. */
export function back(view: View, draft: Draft): Draft {
  switch (draft.step) {
    case 'boats': {
      if (draft.beaches.length > 1) return { ...draft, beaches: draft.beaches.slice(0, -1) };
      const keep = draft.kind === 'expand' && draft.beaches !== '';
      const start = begin(view);
      const island = start.step === 'boats' ? start.island : null;
      if (draft.beaches === '' && draft.island === island) return draft;
      return { ...draft, beaches: '', island: keep ? draft.island : island };
    }
    case 'move':
      if (draft.target) return { ...draft, target: null };
      return draft.source ? { ...draft, source: null } : draft;
    case 'king':
    case 'resettle': {
      const start = begin(view);
      return JSON.stringify(start) === JSON.stringify(draft) ? draft : start;
    }
    case 'lay':
      return draft.place ? { ...draft, place: null, turn: 0 } : draft;
    case 'sail':
      return draft.line ? { ...draft, line: null } : draft;
    case 'land':
      return draft.picks.length ? { ...draft, picks: draft.picks.slice(0, -1) } : draft;
    default:
      return draft;
  }
}

/** Whether something is staged that `back` would take back. */
export function canGoBack(view: View, draft: Draft): boolean {
  return back(view, draft) !== draft && begin(view).step !== 'none';
}
