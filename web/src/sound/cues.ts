/** What is heard for what happens, and the words for it. */
import { m } from '../paraglide/messages.js';
import type { Effect } from '../protocol/types';
import type { SoundName } from './sounds';

type Cue = SoundName | null;

/** Every effect the server can tell has its line here. */
export const CUES: {
  [K in Effect['effect']]: Cue | ((effect: Extract<Effect, { effect: K }>) => Cue);
} = {
  turn_began: null, // "your turn" is rung by the page, which knows whose it is
  boat_placed: 'place',
  boat_moved: 'place',
  fleet_sailed: 'sail',
  tile_drawn: null, // the next effect lays it
  tile_laid: 'flip',
  number_met: ({ passed }) => (passed ? 'passed' : 'failed'),
  fleet_moved: 'wave',
  fleet_turned_back: 'back',
  fleet_arrived: 'arrive',
  fleet_lost: 'sink',
  boat_landed: 'land',
  fleet_sent_home: 'home',
  boats_taken: 'home',
  royal_founded: 'king',
  island_removed: 'removed',
  end_triggered: 'warning',
  turn_passed: null,
  turn_ended: null,
  game_ended: 'end',
};

export function cueOf(effect: Effect): Cue {
  const cue = CUES[effect.effect] as Cue | ((effect: Effect) => Cue);
  return typeof cue === 'function' ? cue(effect) : cue;
}

export const CAPTIONS: Record<SoundName, () => string> = {
  place: m.caption_place,
  sail: m.caption_sail,
  wave: m.caption_wave,
  flip: m.caption_flip,
  passed: m.caption_passed,
  failed: m.caption_failed,
  sink: m.caption_sink,
  arrive: m.caption_arrive,
  land: m.caption_land,
  home: m.caption_home,
  back: m.caption_back,
  king: m.caption_king,
  removed: m.caption_removed,
  warning: m.caption_warning,
  clock: m.caption_clock,
  turn: m.caption_turn,
  end: m.caption_end,
};
