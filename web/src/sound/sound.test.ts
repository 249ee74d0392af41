import { describe, expect, it } from 'vitest';
import { CAPTIONS, CUES, cueOf } from './cues';
import { isDue } from './player.svelte';
import { lengthOf, SOUNDS, SOUND_NAMES } from './sounds';

describe('sounds', () => {
  it('every sound is short and has its own caption', () => {
    for (const name of SOUND_NAMES) expect(lengthOf(name), name).toBeLessThanOrEqual(1.5);
    const captions = SOUND_NAMES.map((name) => CAPTIONS[name]());
    expect(new Set(captions).size).toBe(SOUND_NAMES.length);
  });

  it('every sound is for something that happens, or for one’s turn', () => {
    const met = { effect: 'number_met', tile: '1', number: 2, colours: 2 } as const;
    const used = new Set<unknown>([
      ...Object.values(CUES),
      cueOf({ ...met, passed: true }),
      cueOf({ ...met, passed: false }),
      'turn',
      'clock',
    ]);
    expect(SOUND_NAMES.filter((name) => !used.has(name))).toEqual([]);
  });

  it('envelopes begin before they end', () => {
    for (const name of SOUND_NAMES)
      for (const voice of SOUNDS[name]) {
        const attack = 'attack' in voice ? voice.attack : 0.004;
        expect(attack, name).toBeLessThan(voice.length);
      }
  });

  it('a fast film does not pile up the same sound, nor two at once', () => {
    expect(isDue('wave', 1000)).toBe(true);
    expect(isDue('wave', 1120)).toBe(false);
    expect(isDue('land', 1040)).toBe(false);
    expect(isDue('land', 1200)).toBe(true);
    expect(isDue('wave', 1400)).toBe(true);
  });
});
