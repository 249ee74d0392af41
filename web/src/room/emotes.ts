/** What can be said without words. */
import { m } from '../paraglide/messages.js';
import type { Emote } from '../protocol/types';

export type EmoteName = Emote['name'];

const WORDS: Record<EmoteName, () => string> = {
  hello: m.live_emote_hello,
  thanks: m.live_emote_thanks,
  well_done: m.live_emote_well_done,
  wow: m.live_emote_wow,
  oops: m.live_emote_oops,
  hurry: m.live_emote_hurry,
  wait: m.live_emote_wait,
  bye: m.live_emote_bye,
};

export const EMOTES = Object.keys(WORDS) as EmoteName[];
export const emoteInWords = (name: EmoteName): string => WORDS[name]();
