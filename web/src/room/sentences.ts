/** What a room says by key: apart, so that it comes with the pages of rooms only. */
import { sentences } from '../game/sentences';
import { inWords } from '../game/words';
import { botName } from '../game/names';
import { m } from '../paraglide/messages.js';
import type { Text } from '../protocol/types';
import { optionsInWords, wordsInWords } from './typed';

export const roomSentences = {
  notice_asks_end: m.notice_asks_end,
  notice_asks_pause: m.notice_asks_pause,
  notice_asks_rematch: m.notice_asks_rematch,
  notice_asks_remove: m.notice_asks_remove,
  notice_asks_seat: m.notice_asks_seat,
  notice_asks_undo: m.notice_asks_undo,
  notice_back: m.notice_back,
  notice_ended: m.notice_ended,
  notice_flag: m.notice_flag,
  notice_goes_on: m.notice_goes_on,
  notice_help: m.notice_help,
  notice_holiday: m.notice_holiday,
  notice_info: m.notice_info,
  notice_loud: m.notice_loud,
  notice_muted: m.notice_muted,
  notice_no: m.notice_no,
  notice_withdrawn: m.notice_withdrawn,
  notice_no_holiday: m.notice_no_holiday,
  notice_options: m.notice_options,
  notice_over: m.notice_over,
  notice_paused: m.notice_paused,
  notice_quiet: m.notice_quiet,
  notice_removed: m.notice_removed,
  notice_renamed: m.notice_renamed,
  notice_reported: m.notice_reported,
  notice_reported_to_host: m.notice_reported_to_host,
  notice_resigned: m.notice_resigned,
  notice_sat: m.notice_sat,
  notice_stand_in: m.notice_stand_in,
  notice_started: m.notice_started,
  notice_started_rated: m.notice_started_rated,
  notice_stood: m.notice_stood,
  notice_took_over: m.notice_took_over,
  notice_unknown_word: m.notice_unknown_word,
  notice_unmuted: m.notice_unmuted,
  refused_bot: m.refused_bot,
  refused_clock: m.refused_clock,
  refused_colour: m.refused_colour,
  refused_colour_taken: m.refused_colour_taken,
  refused_enter_first: m.refused_enter_first,
  refused_fast: m.refused_fast,
  refused_go_on: m.refused_go_on,
  refused_holiday: m.refused_holiday,
  refused_line: m.refused_line,
  refused_muted: m.refused_muted,
  refused_name: m.refused_name,
  refused_name_needed: m.refused_name_needed,
  refused_name_taken: m.refused_name_taken,
  refused_no_seat: m.refused_no_seat,
  refused_no_vote: m.refused_no_vote,
  refused_nobody: m.refused_nobody,
  refused_nobody_there: m.refused_nobody_there,
  refused_nobody_to_ask: m.refused_nobody_to_ask,
  refused_not_asked: m.refused_not_asked,
  refused_not_host: m.refused_not_host,
  refused_not_over: m.refused_not_over,
  refused_not_playing: m.refused_not_playing,
  refused_not_seated: m.refused_not_seated,
  refused_nothing_said: m.refused_nothing_said,
  refused_open_seats: m.refused_open_seats,
  refused_option: m.refused_option,
  refused_option_value: m.refused_option_value,
  refused_own_name: m.refused_own_name,
  refused_patience: m.refused_patience,
  refused_paused: m.refused_paused,
  refused_playing: m.refused_playing,
  refused_quiet: m.refused_quiet,
  refused_rated_absent: m.refused_rated_absent,
  refused_rated_bot: m.refused_rated_bot,
  refused_rated_bots: m.refused_rated_bots,
  refused_rated_place: m.refused_rated_place,
  refused_rated_rules: m.refused_rated_rules,
  refused_rated_seat: m.refused_rated_seat,
  refused_resigned: m.refused_resigned,
  refused_room_full: m.refused_room_full,
  refused_rules: m.refused_rules,
  refused_seat: m.refused_seat,
  refused_seat_taken: m.refused_seat_taken,
  refused_seats: m.refused_seats,
  refused_seats_taken: m.refused_seats_taken,
  refused_start: m.refused_start,
  refused_too_long: m.refused_too_long,
  refused_two_colours: m.refused_two_colours,
  refused_unknown_room: m.refused_unknown_room,
  refused_voted: m.refused_voted,
  refused_zone: m.refused_zone,
} as const;

const all = { ...sentences, ...roomSentences };

/** Parameters that stand for words. */
const PARTS = { bot: botName, words: wordsInWords, options: optionsInWords };

/** What is said in a room, in words. */
export function inRoom(text: Text): string {
  const params = { ...text.params };
  for (const [name, say] of Object.entries(PARTS)) {
    if (typeof params[name] === 'string') params[name] = say(params[name]);
  }
  return inWords({ ...text, params }, all);
}
