/**
 * Messages are said in the language of the settings. It is a signal: whatever shows a message says it anew when the
 * language changes, without loading the page, so a staged decision stays.
 */
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { localeFor } from './language';
import { settings } from './settings.svelte';

const locale = $derived(localeFor(settings.language, navigator.languages));

export function followLanguage(): void {
  overwriteGetLocale(() => locale);
  $effect.root(() => {
    $effect(() => {
      document.documentElement.lang = locale;
    });
  });
}
