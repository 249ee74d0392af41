/** How long a table waits for somebody who is away, before a bot plays on. */
import { m } from '../paraglide/messages.js';

/** In seconds; 0: for ever. */
export const PATIENCES: readonly number[] = [30, 60, 120, 300, 0];

export function patienceInWords(seconds: number): string {
  if (seconds === 0) return m.live_patience_never();
  if (seconds % 60) return m.live_patience_seconds({ count: seconds });
  return m.live_patience_minutes({ count: seconds / 60 });
}
