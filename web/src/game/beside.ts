/** What happens at the table and not on the board: who decides, the time, a pause, the end by consent. */
import { m } from '../paraglide/messages.js';
import type { Event } from '../protocol/types';
import type { Said } from './log';
import { botName } from './names';

/** In words; `null`: it happens on the board. `before`: who had the seat until then. */
export function besideInWords(event: Event, player: string, before: string): Said | null {
  switch (event.kind) {
    case 'flag':
      return [m.log_flag({ player }), 'bad'];
    case 'pause':
      return [m.log_pause(), 'plain'];
    case 'resume':
      return [m.log_resume(), 'plain'];
    case 'end':
      return [m.log_game_ended({ reason: m.reason_agreed() }), 'big'];
    case 'handed_over':
      return [m.log_handed_over({ player, other: before }), 'plain'];
    case 'seat':
      return [seatInWords(event, player), 'plain'];
    default:
      return null;
  }
}

/** Who decides for a seat from here on. */
function seatInWords({ bot, resigned }: Event, player: string): string {
  if (bot === null) return m.log_back({ player });
  const said = { player, bot: botName(bot) };
  return resigned ? m.log_resigned(said) : m.log_stand_in(said);
}

/** Whether an undo leaves it where it is: it changes no position. */
export const stays = ({ kind }: Event): boolean =>
  ['seat', 'handed_over', 'flag', 'pause', 'resume'].includes(kind);

/** Whether its person may take it back without asking: an own decision, after which no tile came and no other turn. */
export function isFree(event: Event, seat: number | null): boolean {
  const passed = event.effects.some(({ effect }) => effect === 'turn_began');
  return event.kind !== 'draw' && event.seat === seat && !passed;
}
