/** A sensible next boat of a landing: one's own first, where fewest berths are taken. */
import type { Choice, View } from '../protocol/types';
import { berthsOf } from './catalogue';
import { countOf } from './names';

/** The line, or `null` when nothing is to be landed. */
export function suggest(view: View): string | null {
  const landings = view.choices.filter((c) => c.kind === 'land');
  const best = landings.toSorted((a, b) => worth(view, b) - worth(view, a))[0];
  return best?.line ?? null;
}

function worth(view: View, choice: Choice): number {
  const island = choice.island ?? '';
  const there = view.position.boats[`${island} ${choice.beaches}`] ?? {};
  const free = berthsOf(island, choice.beaches) - countOf(there);
  const own = choice.colour === view.active_colour;
  const wanted = own && !(choice.colour && there[choice.colour]) ? 4 : own ? 2 : 0;
  return wanted + (free > 1 ? 8 : 0) + free / 10;
}
