/** The languages of the page: which there are, what they are called, and which one a person gets. */
import { baseLocale, locales, type Locale } from '../paraglide/runtime.js';

export type Language = 'system' | Locale;

export const LANGUAGES: readonly Language[] = ['system', ...locales];

/** `system`: the first language of the browser that we speak. */
export function localeFor(language: Language, spoken: readonly string[]): Locale {
  if (language !== 'system') return language;
  for (const tag of spoken) {
    const found = locales.find((locale) => locale === tag.split('-')[0]?.toLowerCase());
    if (found) return found;
  }
  return baseLocale;
}

/** A language in its own words: "Deutsch". */
export const languageName = (locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
