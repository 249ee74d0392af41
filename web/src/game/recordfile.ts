import type { Event } from '../protocol/types';

/** The records in a text: one on a line, or one JSON object over several lines. */
export function linesOfFile(text: string): string[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return [];
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A record written over several lines starts with a line that is no JSON by itself.
  return isJson(lines[0] ?? '') ? lines : [trimmed];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The record up to an event, to go on from: its moves so far, and the tiles drawn so far, or all in their order. */
export function cutRecord(
  text: string,
  events: readonly Event[],
  seq: number,
  deck: 'new' | 'same',
): Record<string, unknown> {
  const record = JSON.parse(text) as Parts;
  const until = events.filter((event) => event.seq <= seq);
  const count = (kind: Event['kind']) => until.filter((event) => event.kind === kind).length;
  return {
    ...record,
    // What is over has a result and an open commitment; what goes on has not.
    result: undefined,
    commitment: undefined,
    moves: record.moves.slice(0, count('move')),
    deck: deck === 'same' ? record.deck : record.deck.slice(0, count('draw')),
  };
}

interface Parts extends Record<string, unknown> {
  moves: string[];
  deck: string[];
}
