/** The end of a game in words: who won, why it ended, what decided. */
import { m } from '../paraglide/messages.js';
import type { Result, Table } from '../protocol/types';
import { reasonInWords } from './log';
import { listInWords } from './names';

export interface Ending {
  title: string;
  reason: string;
  /** What decided among equal points; empty where nothing had to. */
  tie: string;
  /** Best first. */
  rows: { seat: number; points: number; islands: number; boats: number; winner: boolean }[];
}

export function ending(table: Table, result: Result): Ending {
  const name = (seat: number) => table.seats[seat]?.name ?? '';
  const rows = result.scores
    .map((score, seat) => ({ ...score, seat, winner: result.winners.includes(seat) }))
    .sort(
      (a, b) =>
        Number(b.winner) - Number(a.winner) ||
        b.points - a.points ||
        b.islands - a.islands ||
        a.boats - b.boats,
    );
  const points = rows[0]?.points ?? 0;
  const names = listInWords(result.winners.map(name));
  return {
    title:
      result.winners.length > 1
        ? m.end_shared({ names, points })
        : m.end_won({ name: names, points }),
    reason: reasonInWords(result.reason),
    tie: tieInWords(table, result, points),
    rows,
  };
}

function tieInWords(table: Table, result: Result, points: number): string {
  const equal = result.scores.flatMap((score, seat) => (score.points === points ? [seat] : []));
  const names = listInWords(equal.map((seat) => table.seats[seat]?.name ?? ''));
  const winner = result.winners[0] ?? 0;
  const score = result.scores[winner];
  switch (result.tie_break) {
    case 'islands':
      return m.end_tie_islands({ names, points, islands: score?.islands ?? 0 });
    case 'boats':
      return m.end_tie_boats({ names, points, boats: score?.boats ?? 0 });
    case 'shared':
      return m.end_tie_shared({ names });
    default:
      return '';
  }
}
