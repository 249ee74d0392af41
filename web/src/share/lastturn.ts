/** The last turn that can be shown as a film: from where it starts, and what happened. Pure. */
import { fold } from '../board/fold';
import { inEffect } from '../game/history';
import type { Effect, Event, Position } from '../protocol/types';

export interface LastTurn {
  /** The event after whose position it begins, … */
  after: number;
  /** … once these have happened too. */
  lead: Effect[];
  effects: Effect[];
}

/** Nothing of these is seen on the board. */
const UNSEEN = new Set<Effect['effect']>([
  'turn_began',
  'tile_drawn',
  'end_triggered',
  'turn_passed',
  'turn_ended',
  'game_ended',
]);
const seen = (effects: readonly Effect[]) => effects.some((e) => !UNSEEN.has(e.effect));

/** The turn that runs, or the one before while nothing was done in it; in the setup, one boat. */
export function lastTurn(events: readonly Event[]): LastTurn | null {
  const list = inEffect(events);
  let effects: Effect[] = [];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const { effects: here } = list[i] as Event;
    const after = (list[i - 1] as Event).seq;
    let end = here.length;
    for (let at = end - 1; at >= 0; at -= 1) {
      if (here[at]?.effect !== 'turn_began') continue;
      const turn = [...here.slice(at + 1, end), ...effects];
      if (seen(turn)) return { after, lead: here.slice(0, at + 1), effects: turn };
      effects = [];
      end = at;
    }
    effects = [...here.slice(0, end), ...effects];
    const setup = !list.slice(0, i).some((e) => e.effects.some((x) => x.effect === 'turn_began'));
    if (setup && seen(effects)) return { after, lead: [], effects };
  }
  return null;
}

/** Where the film of the turn begins, given the position after event `after`. */
export const beginning = (turn: LastTurn, position: Position): Position =>
  turn.lead.reduce(fold, position);
