import { flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { LANGUAGES, languageName, localeFor } from './language';
import { followLanguage } from './language.svelte';
import { set } from './settings.svelte';

describe('the language', () => {
  it('is the one that was chosen', () => {
    expect(localeFor('nl', ['de'])).toBe('nl');
  });

  it.each([
    [['fr-CH', 'de-CH', 'en'], 'de'],
    [['NL'], 'nl'],
    [['en-GB', 'de'], 'en'],
    [['den', 'fr'], 'en'],
    [[], 'en'],
  ])('of a browser that speaks %j is %s', (spoken, locale) => {
    expect(localeFor('system', spoken)).toBe(locale);
  });

  it('has a name of its own', () => {
    const names = LANGUAGES.flatMap((l) => (l === 'system' ? [] : [languageName(l)]));
    expect(names).toEqual(['English', 'Deutsch', 'Nederlands']);
  });
});

describe('a change of the language', () => {
  afterEach(() => set({ language: 'system' }));

  it('reaches what is shown already, and the page', () => {
    followLanguage();
    const shown: string[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        shown.push(m.nav_rules());
      });
    });
    flushSync();
    set({ language: 'de' });
    flushSync();
    stop();
    expect(getLocale()).toBe('de');
    expect(document.documentElement.lang).toBe('de');
    expect(shown).toEqual(['Rules', 'Regeln']);
  });
});
