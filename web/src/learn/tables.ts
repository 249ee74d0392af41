/** Making tables for learners, and the plain game against a bot. */
import { botName } from '../game/names';
import { m } from '../paraglide/messages.js';
import { createTable, options } from '../protocol/http';
import { go } from '../router';
import { keepTable, memory, type Kind } from './memory';

/** A bot of middling strength. */
async function middlingBot(): Promise<string> {
  const { bots } = await options();
  return bots.find((name) => name === 'greedy') ?? bots.at(-1) ?? 'random';
}

const seats = (bot: string) => [
  { name: m.seat_you(), colours: ['red'], bot: null },
  { name: botName(bot), colours: ['blue'], bot },
];

/** A person against a bot: guided the first time. */
export async function playBot(): Promise<void> {
  if (!memory().toured) return learn('guided');
  const { id } = await createTable({ seats: seats(await middlingBot()) });
  go(`/g/${id}`);
}

/** A table that goes on from a prepared record: the person is red. */
export async function learn(kind: Kind): Promise<void> {
  const [bot, { default: prepared }] = await Promise.all([middlingBot(), import('./lessons.json')]);
  const { record } = prepared[kind];
  const order = record.players.map(({ colours }) => colours[0]);
  const seated = seats(bot).toSorted(
    (a, b) => order.indexOf(a.colours[0] ?? '') - order.indexOf(b.colours[0] ?? ''),
  );
  const { id } = await createTable({ seats: seated, record });
  keepTable(id, kind);
  go(`/g/${id}`);
}
