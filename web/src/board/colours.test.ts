// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLOURS, GROUNDS, LOOK, contrast } from './colours';

const css = readFileSync('src/tokens.css', 'utf8');
const dark = css.slice(css.indexOf("[data-theme='dark'] {"));
const token = (text: string, name: string) =>
  new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(text)?.[1] ?? '';

describe('the players’ colours', () => {
  it('differ by emblem as well as by hue', () => {
    expect(COLOURS.map((c) => LOOK[c].emblem)).toEqual(['●', '▲', '■', '◆', '★', '✚']);
    expect(new Set(COLOURS.map((c) => LOOK[c].path)).size).toBe(6);
    expect(new Set(COLOURS.map((c) => LOOK[c].hue)).size).toBe(6);
  });

  it.each([...COLOURS])('%s: its outline stands 3:1 against sand, jungle and sea', (colour) => {
    for (const ground of ['sand', 'jungle', 'sea'] as const) {
      expect(contrast(LOOK[colour].outline, GROUNDS[ground])).toBeGreaterThanOrEqual(3);
      expect(contrast(LOOK[colour].outline, token(dark, ground))).toBeGreaterThanOrEqual(3);
    }
  });

  it.each([...COLOURS])('%s: its emblem is read on its sail', (colour) => {
    expect(contrast(LOOK[colour].on, LOOK[colour].hue)).toBeGreaterThanOrEqual(3);
  });

  it.each([...COLOURS])('%s: is the same in tokens.css', (colour) => {
    expect(token(css, colour)).toBe(LOOK[colour].hue);
  });

  it('are seen against the grounds of tokens.css', () => {
    for (const [name, ground] of Object.entries(GROUNDS)) expect(token(css, name)).toBe(ground);
  });
});

describe.each([
  ['light', css],
  ['dark', dark],
])('text in the %s theme', (_, text) => {
  it.each(['ink', 'ink-soft', 'link', 'good', 'bad', 'warn', 'accent'])(
    '%s is read on paper and cards',
    (name) => {
      for (const ground of ['paper', 'card', 'card-sunk']) {
        expect(contrast(token(text, name), token(text, ground))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('is read on the main button', () => {
    expect(contrast(token(text, 'accent-ink'), token(text, 'accent'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(text, 'accent-ink'), token(text, 'accent-hover'))).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});

it('has the dark theme twice, word for word: by the system’s wish and by hand', () => {
  const system = css.slice(
    css.indexOf(":root:not([data-theme='light']) {"),
    css.indexOf("[data-theme='dark'] {"),
  );
  const values = (text: string) =>
    [...text.matchAll(/(--[a-z0-9-]+): ([^;]+);/g)].map(([, k, v]) => `${k} ${v}`);
  const byHand = dark.slice(0, dark.indexOf('}'));
  expect(values(byHand)).toEqual(values(system));
});
