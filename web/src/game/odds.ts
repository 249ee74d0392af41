/** The odds of voyages in figures and words; what to ask the server, and what the board is told. Pure. */
import type { OddsSign, Target } from '../board/types';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import type { PierOdds, View } from '../protocol/types';
import { beachName, edgeDirection, rotationsIn } from './catalogue';
import { listInWords } from './names';

/** The odds that matter now: those after event `seq` and these staged lines. */
export interface Question {
  seq: number;
  lines: readonly string[];
}

/** Less than this is rounding; what was left out of the reckoning is told from `MUCH_LEFT_OUT` on. */
const NOTHING = 1e-9;
const MUCH_LEFT_OUT = 0.0005;

/** The question when voyages are next: at once, or after what is staged (`after`, the view that it leads to). */
export function questionOf(
  view: View,
  after: View | null,
  lines: readonly string[],
): Question | null {
  if (!view.can_act) return null;
  if (after) return after.phase === 'chain' && lines.length ? { seq: view.seq, lines } : null;
  return view.phase === 'chain' ? { seq: view.seq, lines: [] } : null;
}

/** Whole percents; what is possible is never called 0, what is uncertain never 100. */
export function percentOf(chance: number): string {
  if (chance < NOTHING) return '0';
  if (chance > 1 - NOTHING) return '100';
  if (chance < 0.005) return '<1';
  if (chance >= 0.995) return '>99';
  return String(Math.round(100 * chance));
}

const sum = (chances: Record<string, number>) =>
  Object.values(chances).reduce((all, chance) => all + chance, 0);

/** Tiles that are turned up on average. */
export const meanTiles = (odds: PierOdds): number =>
  odds.tiles.reduce((all, chance, count) => all + count * chance, 0);

/** One way in which a voyage may end: "lands 62 %", and how: "one of 4 new islands 40 %", "Tahiti 22 %". */
export interface Ending {
  kind: 'land' | 'back' | 'lost';
  text: string;
  details: string[];
}

/** How the voyage may end; what cannot happen is not named, but landing always is. */
export function endingsOf(odds: PierOdds): Ending[] {
  const said = (chance: number) => ({ percent: percentOf(chance) });
  const all: (Ending & { chance: number })[] = [
    {
      kind: 'land',
      chance: Infinity,
      text: m.odds_land(said(odds.land)),
      details: [...newIslands(odds), ...islands(odds.known)],
    },
    {
      kind: 'back',
      chance: odds.turned_back,
      text: m.odds_back(said(odds.turned_back)),
      details: islands(odds.royal),
    },
    {
      kind: 'lost',
      chance: odds.lost,
      text: m.odds_lost(said(odds.lost)),
      details: [
        ...(odds.lost_number > NOTHING ? [m.odds_number(said(odds.lost_number))] : []),
        ...(odds.lost_deck > NOTHING ? [m.odds_no_tile(said(odds.lost_deck))] : []),
        ...(odds.lost_end > NOTHING ? [m.odds_end(said(odds.lost_end))] : []),
      ],
    },
  ];
  return all.flatMap(({ kind, chance, text, details }) =>
    chance > NOTHING ? [{ kind, text, details }] : [],
  );
}

function newIslands(odds: PierOdds): string[] {
  const count = Object.keys(odds.new).length;
  return count ? [m.odds_new({ count, percent: percentOf(sum(odds.new)) })] : [];
}

/** The likeliest first. */
const islands = (chances: Record<string, number>): string[] =>
  Object.entries(chances)
    .filter(([, chance]) => chance > NOTHING)
    .sort(([, a], [, b]) => b - a)
    .map(([island, chance]) => m.odds_island({ island, percent: percentOf(chance) }));

/** "tiles turned up: 1.4 on average", or none, and what was not reckoned. */
export function restOf(odds: PierOdds): string[] {
  const count = new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 1 });
  const tiles = meanTiles(odds);
  return [
    tiles > NOTHING ? m.odds_tiles({ count: count.format(tiles) }) : m.odds_no_draw(),
    ...(odds.left_out > MUCH_LEFT_OUT
      ? [m.odds_left_out({ percent: percentOf(odds.left_out) })]
      : []),
  ];
}

/** "lands 62 %, turned back 8 % and lost 30 %". */
export const inBrief = (odds: PierOdds): string =>
  listInWords(endingsOf(odds).map((ending) => ending.text));

/** All figures: "lands 62 % (one of 4 new islands 40 %, Tahiti 22 %); lost 38 % (…); tiles turned up: …". */
export function inFull(odds: PierOdds): string {
  const endings = endingsOf(odds).map(({ text, details }) =>
    details.length ? m.odds_details({ ending: text, details: details.join(', ') }) : text,
  );
  return [...endings, ...restOf(odds)].join('; ');
}

/** Of each beach the pier from which a fleet lands most likely. */
export function bestOf(piers: readonly PierOdds[]): PierOdds[] {
  const best = new Map<string, PierOdds>();
  for (const pier of piers) {
    const beach = `${pier.island} ${pier.beach}`;
    if (pier.land > (best.get(beach)?.land ?? -1)) best.set(beach, pier);
  }
  return [...best.values()];
}

/** The best pier of each beach: "Tonga, north beach: best to the south-east, lands 62 % and lost 38 %". */
export const bestInWords = (view: View, piers: readonly PierOdds[]): string[] =>
  bestOf(piers).map((odds) => {
    const { island, beach, pier } = odds;
    const said = {
      place: beachOf(view, odds),
      direction: edgeDirection(rotationsIn(view.position.tiles), island, pier),
      odds: inBrief(odds),
    };
    const several = piers.some((o) => o.island === island && o.beach === beach && o.pier !== pier);
    return several ? m.odds_best(said) : m.odds_only(said);
  });

/** "Tonga, north beach, to the south-east". */
export const pierInWords = (view: View, odds: PierOdds): string =>
  m.odds_pier({
    place: beachOf(view, odds),
    direction: edgeDirection(rotationsIn(view.position.tiles), odds.island, odds.pier),
  });

const beachOf = (view: View, { island, beach }: PierOdds) =>
  m.place_on_island({
    island,
    beach: beachName(rotationsIn(view.position.tiles), island, beach),
  });

// -- the board -------------------------------------------------------------------------------------

const at = (piers: readonly PierOdds[], target: Target) =>
  piers.find((odds) => odds.island === target.tile && odds.pier === target.edge);

const ring = (odds: PierOdds | undefined) =>
  odds && {
    chances: { land: odds.land, back: odds.turned_back, lost: odds.lost },
    text: percentOf(odds.land),
  };

/** The ring of each pier, also before its odds are known. */
export const pierSigns = (targets: readonly Target[], piers: readonly PierOdds[]): OddsSign[] =>
  targets.flatMap((target) =>
    target.kind === 'pier' && target.tile !== undefined && target.edge !== undefined
      ? [
          {
            id: target.id,
            island: target.tile,
            edge: target.edge,
            number: target.number,
            ...ring(at(piers, target)),
          },
        ]
      : [],
  );

/** One ring for each beach that will be full: that of its best pier. */
export const beachSigns = (piers: readonly PierOdds[]): OddsSign[] =>
  bestOf(piers).map((odds) => ({
    id: `${odds.island} ${odds.beach}`,
    island: odds.island,
    beach: odds.beach,
    ...ring(odds),
  }));

/** The piers with their odds in words; the number of key mode stands at the ring. */
export const withOdds = (targets: readonly Target[], piers: readonly PierOdds[]): Target[] =>
  targets.map((target) => {
    if (target.kind !== 'pier') return target;
    const odds = at(piers, target);
    const rest = { ...target, number: undefined };
    if (!odds) return rest;
    const label = m.odds_target({ target: target.label, odds: inBrief(odds) });
    return { ...rest, label, description: inFull(odds) };
  });
