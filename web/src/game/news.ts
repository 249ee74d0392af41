/** What must not be missed: told across the board until the next move. */
import { m } from '../paraglide/messages.js';
import type { Effect } from '../protocol/types';
import { reasonInWords } from './log';

export function bigNews(effects: readonly Effect[]): string {
  const news = effects.flatMap((e) => {
    if (e.effect === 'island_removed') return [m.log_island_removed({ island: e.island })];
    if (e.effect === 'end_triggered') {
      return [m.log_end_triggered({ reason: reasonInWords(e.reason) })];
    }
    return e.effect === 'boats_taken' && e.cause === 'circles' ? [m.news_circles()] : [];
  });
  return [...new Set(news)].join(' ');
}
