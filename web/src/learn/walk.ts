/** The three lessons: what is said at each decision, and whether the thing has happened. Pure. */
import { m } from '../paraglide/messages.js';
import type { Effect, Event } from '../protocol/types';
import type { Bubble, Now } from './coach';
import type { Lesson } from './memory';

export interface Walk {
  title: () => string;
  intro: () => string;
  turn: () => string;
  sail?: () => string;
  land?: () => string;
  again?: () => string;
  done: () => string;
  happened: (effects: readonly Effect[]) => boolean;
}

const count = (effects: readonly Effect[], kind: Effect['effect']) =>
  effects.filter((e) => e.effect === kind).length;

export const WALKS: Record<Lesson, Walk> = {
  chain: {
    title: m.walk_chain_title,
    intro: m.walk_chain_intro,
    turn: m.walk_chain_turn,
    sail: m.walk_chain_sail,
    land: m.walk_chain_land,
    again: m.walk_chain_again,
    done: m.walk_chain_done,
    happened: (effects) => count(effects, 'fleet_sailed') > 1,
  },
  royal: {
    title: m.walk_royal_title,
    intro: m.walk_royal_intro,
    turn: m.walk_royal_turn,
    sail: m.walk_royal_sail,
    land: m.walk_royal_land,
    done: m.walk_royal_done,
    happened: (effects) => count(effects, 'fleet_turned_back') > 0,
  },
  endless: {
    title: m.walk_endless_title,
    intro: m.walk_endless_intro,
    turn: m.walk_endless_turn,
    done: m.walk_endless_done,
    happened: (effects) => count(effects, 'island_removed') > 0,
  },
};

/** The effects of one turn. */
export function effectsOf(events: readonly Event[], turn: number): Effect[] {
  const all = events.flatMap((e) => e.effects);
  const start = all.findIndex((e) => e.effect === 'turn_began' && e.turn === turn);
  const end = all.findIndex((e) => e.effect === 'turn_began' && e.turn === turn + 1);
  return start < 0 ? [] : all.slice(start, end < 0 ? undefined : end);
}

export interface Step {
  bubbles: Bubble[];
  /** The turn of the lesson is over: it went as it should, or not. */
  end: 'done' | 'missed' | null;
}

/** Where somebody is in a lesson that begins in this turn. */
export function walk(lesson: Lesson, turn: number, { view, events }: Now): Step {
  const said = WALKS[lesson];
  const effects = effectsOf(events, turn);
  if (view.turn > turn || view.phase === 'over') {
    return { bubbles: [], end: said.happened(effects) ? 'done' : 'missed' };
  }
  const sailed = count(effects, 'fleet_sailed');
  const text =
    view.phase === 'turn'
      ? said.turn
      : view.phase === 'landing'
        ? sailed < 2
          ? said.land
          : undefined
        : view.phase === 'chain'
          ? sailed > 0
            ? said.again
            : said.sail
          : undefined;
  const key = `${view.phase} ${Math.min(sailed, 2)}`;
  return { bubbles: text ? [{ key, text: text() }] : [], end: null };
}
