/** Days and months as they are said. */
import { getLocale } from '../paraglide/runtime.js';

/** A day ("2026-11-30") or a time of the server. */
export function day(iso: string): string {
  const date = new Date(iso.length === 10 ? `${iso}T12:00:00Z` : iso);
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium' }).format(date);
}
