import { describe, expect, it } from 'vitest';
import { search, SECTIONS, WHAT_IF } from './rulebook';
import sentences from './sentence.ts?raw';

const anchors = new Set(SECTIONS.flatMap((s) => [s.anchor, ...s.rules.map((r) => r.number)]));

describe('the rules page', () => {
  it('has a paragraph for the ? of every phase and decision', () => {
    const asked = [...sentences.matchAll(/rule(?: =|:) '(R-[\d.]+)'/g)].map(
      ([, rule]) => rule ?? '',
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((rule) => !anchors.has(rule))).toEqual([]);
  });

  it('has a paragraph for every card', () => {
    expect(WHAT_IF.filter((card) => !anchors.has(card.rule))).toEqual([]);
  });

  it('finds rules by number and by all words', () => {
    expect(search('R-6.2').sections.map((s) => s.anchor)).toEqual(['R-6']);
    const found = search('royal turns back');
    expect(found.sections.flatMap((s) => s.rules.map((r) => r.number))).toContain('R-5.4');
    expect(search('submarine').count).toBe(0);
    expect(search('').count).toBe(search(' ').count);
  });
});
