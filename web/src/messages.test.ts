/** Nothing is missing in any language, nothing is left over, and no sentence stands in the code. */
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { baseLocale, locales } from './paraglide/runtime.js';

interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}
type Message = string | [Variants];
type Messages = Record<string, Message>;

const files = import.meta.glob<Messages>('../messages/*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>('./**/*.{ts,svelte}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const components = Object.entries(sources).filter(([path]) => path.endsWith('.svelte'));

const areas = Object.keys(files)
  .map((path) => /([a-z]+\.)?en\.json$/.exec(path)?.[1] ?? null)
  .filter((area, index, all) => area !== null || all.indexOf(null) === index)
  .map((area) => area ?? '');

const messagesOf = (area: string, locale: string): Messages => {
  const messages = { ...files[`../messages/${area}${locale}.json`] };
  delete messages.$schema;
  return messages;
};
const allOf = (locale: string): Messages =>
  Object.assign({}, ...areas.map((area) => messagesOf(area, locale))) as Messages;

const english = allOf(baseLocale);
const translations = locales.filter((locale) => locale !== baseLocale);

/** All that a message can say. */
const textsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);
const placeholdersOf = (message: Message): string[] =>
  [...new Set(textsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
const selectorsOf = (message: Message): string[] =>
  typeof message === 'string' ? [] : message[0].selectors;
const isPlural = (selector: string, { declarations }: Variants) =>
  declarations.some((d) => new RegExp(`^local ${selector} = \\w+: plural$`).test(d));

const failing = (messages: Messages, fails: (message: Message, key: string) => boolean) =>
  Object.keys(messages).filter((key) => fails(messages[key] ?? '', key));

/** The combinations of values that must be there: every plural form, and any value of the rest. */
function combinations(locale: string, variants: Variants): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return variants.selectors.reduce<string[]>(
    (so_far, selector) => {
      const values = isPlural(selector, variants) ? forms : ['*'];
      return so_far.flatMap((start) =>
        values.map((value) => [start, `${selector}=${value}`].filter(Boolean).join(', ')),
      );
    },
    [''],
  );
}

describe.each(locales)('messages in %s', (locale) => {
  const messages = allOf(locale);

  it('stand in one file only', () => {
    const keys = areas.flatMap((area) => Object.keys(messagesOf(area, locale)));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(areas)('are sorted (%s)', (area) => {
    const keys = Object.keys(messagesOf(area, locale));
    expect(keys).toEqual(keys.toSorted());
  });

  it('say something, without spaces around it', () => {
    const odd = (text: string) => text === '' || text !== text.trim();
    expect(failing(messages, (message) => textsOf(message).some(odd))).toEqual([]);
  });

  it('have every plural form', () => {
    const lacks = (message: Message) =>
      typeof message !== 'string' &&
      combinations(locale, message[0]).some((c) => !(c in message[0].match));
    expect(failing(messages, lacks)).toEqual([]);
  });
});

describe.each(translations)('the translation into %s', (locale) => {
  const messages = allOf(locale);

  it.each(areas)('has the same messages as English (%s)', (area) => {
    const keys = Object.keys(messagesOf(area, baseLocale));
    expect(Object.keys(messagesOf(area, locale)).toSorted()).toEqual(keys.toSorted());
  });

  it('fills in the same things', () => {
    const differs = (message: Message, key: string) =>
      placeholdersOf(message).join() !== placeholdersOf(english[key] ?? '').join();
    expect(failing(messages, differs)).toEqual([]);
  });

  it('distinguishes at least what English distinguishes', () => {
    const coarser = (message: Message, key: string) =>
      selectorsOf(english[key] ?? '').some((s) => !selectorsOf(message).includes(s));
    expect(failing(messages, coarser)).toEqual([]);
  });

  it('is a translation', () => {
    const words = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''));
    const copied = (message: Message, key: string) =>
      !ALIKE.has(key) &&
      textsOf(message).some((text) => words(text) && textsOf(english[key] ?? '').includes(text));
    expect(failing(messages, copied)).toEqual([]);
  });
});

/** The same in several languages. */
const ALIKE = new Set([
  'app_name',
  'bot_navigator',
  'cell_choice',
  'colour_orange',
  'direction_w',
  'end_more',
  'film_named',
  'film_pause',
  'left_meet_land',
  'left_waters',
  'nav_home',
  'option_landing_spread',
  'players_bot',
  'seat_bot',
  'settings_speed_normal',
  'settings_volume',
  'share_gif_more',
  'share_links',
  'share_png',
  'share_svg',
]);

it('every message is said somewhere', () => {
  const code = Object.entries(sources)
    .filter(([path]) => !path.startsWith('./paraglide/') && !path.endsWith('.test.ts'))
    .map(([, source]) => source)
    .join('\n');
  const used = new Set(code.match(/\b[a-z]+(_[a-z0-9]+)+\b/g));
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
});

/** Read or heard by people. */
const SPOKEN = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

const LITERAL = new Set(['code', 'kbd']);

/** Words that stand in a component instead of a message. */
function literals(source: string): string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { type } = node as { type?: string };
    if (type === 'StyleDirective') return;
    // Names of keys and lines of notation are the same everywhere.
    if (type === 'RegularElement' && LITERAL.has((node as AST.RegularElement).name)) return;
    if (type === 'Attribute') {
      const { name, value } = node as AST.Attribute;
      if (SPOKEN.has(name)) look(value);
      return;
    }
    if (type === 'Text' && /\p{L}{2}/u.test((node as AST.Text).data)) {
      found.push((node as AST.Text).data.trim());
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'expression' && key !== 'metadata') look(child);
    }
  };
  look(parse(source, { modern: true }).fragment);
  return found;
}

it.each(components)('%s has no words of its own', (_, source) => {
  expect(literals(source)).toEqual([]);
});

it('words in a component are found', () => {
  expect(literals('<p title="Hi you">{#if a}Hello{/if} {b} · <b class="big">3</b></p>')).toEqual([
    'Hi you',
    'Hello',
  ]);
});
