// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { COLOURS } from '../board/colours';
import { locales, overwriteGetLocale } from '../paraglide/runtime.js';
import { colourInitial } from './names';

describe.each(locales)('in %s', (locale) => {
  it('the initials of the colours differ', () => {
    overwriteGetLocale(() => locale);
    const initials = COLOURS.map(colourInitial);
    expect(new Set(initials).size).toBe(COLOURS.length);
    expect(Math.max(...initials.map((initial) => initial.length))).toBeLessThanOrEqual(2);
  });
});
