/** The words that can be typed in the talk, and the rules as they stand: a line each. */
import { optionInWords, valueInWords } from '../game/options';
import { m } from '../paraglide/messages.js';

const WORDS: Record<string, () => string> = {
  '/join': m.typed_join,
  '/leave': m.typed_leave,
  '/accept': m.typed_accept,
  '/refuse': m.typed_refuse,
  '/start': m.typed_start,
  '/startnosave': m.typed_startnosave,
  '/reset': m.typed_reset,
  '/remove': m.typed_remove,
  '/option': m.typed_option,
  '/spielinfo': m.typed_spielinfo,
  '/help': m.typed_help,
};

const inLines = (parts: string[]): string => parts.map((part) => `\n${part}`).join('');

/** "/join /leave": each with what it does. */
export const wordsInWords = (words: string): string =>
  inLines(words.split(' ').map((word) => WORDS[word]?.() ?? word));

/** "royal_limit 2, crossing exact": each in words, with what is typed to have it so. */
export const optionsInWords = (options: string): string =>
  inLines(
    options.split(', ').map((option) => {
      const [name = '', value = ''] = option.split(' ');
      const { title } = optionInWords(name);
      return m.typed_option_is({ title, value: valueInWords(name, value), option });
    }),
  );
