/** A game looked back on, in words. */
import { beachAtPier, beachName, edgeDirection, type Rotations } from '../game/catalogue';
import { colourName, listInWords, namesAt } from '../game/names';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import type { Choice, Event, ReviewMoment, Table } from '../protocol/types';

/** Less than this cannot be told from nothing. */
const NOTHING = 0.0005;

/** How tiles lie, by the events in effect. */
export function rotationsOf(events: readonly Event[]): Rotations {
  const rotation = new Map<string, number>();
  for (const { effects } of events) {
    for (const effect of effects) {
      if (effect.effect === 'tile_laid') rotation.set(effect.tile, effect.rotation);
    }
  }
  return (tile) => rotation.get(tile) ?? 0;
}

/** "45": a chance in whole per cent; what is not certain is never called so. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return '<1';
  if (chance < 1 && chance > 0.995) return '>99';
  return String(Math.round(100 * chance));
}

/** "+4.5": a change in points of a per cent. */
export function signed(change: number): string {
  const points = Math.abs(change) < NOTHING ? 0 : 100 * change;
  return new Intl.NumberFormat(getLocale(), {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
    .format(points)
    .replace('-', '−');
}

/** "4.5": the same without a sign. */
export const points = (change: number): string => signed(Math.abs(change)).replace('+', '');

/** Everybody's chances: "Ana 45 %, Bo 55 %". */
export function chancesInWords(table: Table, moment: ReviewMoment): string {
  const each = moment.chances.map((chance, seat) =>
    m.review_chance({ name: table.seats[seat]?.name ?? '', percent: percent(chance) }),
  );
  return listInWords(each);
}

/** What is to be said about an event: the luck of its tile, or what the decision gave away. */
export function verdict(
  table: Table,
  moment: ReviewMoment,
  event: Event | undefined,
  rotations: Rotations,
): string {
  if (moment.seat === null) return '';
  const name = namesAt(table, moment.seq).seat(moment.seat);
  if (moment.luck.length) {
    const luck = moment.luck[moment.seat] ?? 0;
    const tile = event?.tile ?? '';
    if (Math.abs(luck) < 0.005) return m.review_luck_none({ tile });
    const said = { name, tile, change: signed(luck) };
    return luck > 0 ? m.review_luck_good(said) : m.review_luck_bad(said);
  }
  if (event?.forced) return m.review_forced();
  return moment.judgement ? judged(name, moment.judgement, rotations) : '';
}

function judged(
  name: string,
  judgement: NonNullable<ReviewMoment['judgement']>,
  rotations: Rotations,
): string {
  const { worth, error, best, best_chance, chance } = judgement;
  if (worth === 'best') return m.review_best({ name, percent: percent(chance) });
  const said = {
    name,
    lost: points(error),
    best: lineInWords(best, rotations),
    percent: percent(best_chance),
  };
  if (worth === 'good') return m.review_good(said);
  return worth === 'slip' ? m.review_slip(said) : m.review_mistake(said);
}

/** A line in words, as a piece of a sentence. */
export function lineInWords(line: Choice, rotations: Rotations): string {
  const island = line.island ?? '';
  const beach = (letter: string) => beachName(rotations, island, letter);
  switch (line.kind) {
    case 'sail': {
      const direction = edgeDirection(rotations, island, line.pier ?? 0);
      return m.review_line_sail({
        island,
        beach: beach(beachAtPier(island, line.pier ?? -1)),
        direction,
      });
    }
    case 'land':
      return m.review_line_land({
        colour: colourName(line.colour ?? ''),
        island,
        beach: beach(line.beaches),
      });
    case 'lay':
      return m.review_line_lay({
        tile: line.tile ?? '',
        direction: edgeDirection(rotations, line.tile ?? '', line.edge ?? 0),
      });
    case 'king':
      return m.review_line_king({ island });
    case 'resettle':
      return m.review_line_resettle();
    case 'pass':
      return m.review_line_pass();
    default:
      return boats(line, island, [...line.beaches].map(beach), rotations);
  }
}

function boats(line: Choice, island: string, names: string[], rotations: Rotations): string {
  const beaches = listInWords(names);
  if (!line.source) return m.review_line_boats({ island, beaches });
  const [from, letter] = line.source;
  const source = m.place_on_island({ island: from, beach: beachName(rotations, from, letter) });
  return m.review_line_move({ from: source, to: m.place_on_island({ island, beach: beaches }) });
}
