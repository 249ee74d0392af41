import { describe, expect, it } from 'vitest';
import { DEFAULTS, read, set, settings } from './settings.svelte';

describe('settings', () => {
  it('what is not understood is the default', () => {
    expect(read(null)).toEqual(DEFAULTS);
    expect(read('{"theme": "pink", "volume": 400, "keys": "no", "speed": "off"')).toEqual(DEFAULTS);
    expect(read('{"theme": "pink", "volume": 400, "keys": "no", "speed": "off"}')).toEqual({
      ...DEFAULTS,
      speed: 'off',
    });
    expect(read('null')).toEqual(DEFAULTS);
  });

  it('what is kept is read again', () => {
    set({ volume: 0, captions: true, sea: false, theme: 'dark' });
    expect(read(localStorage.getItem('tongiaki-settings'))).toEqual({ ...settings });
    expect(document.documentElement.dataset.theme).toBe('dark');
    set(DEFAULTS);
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('another window changes them here', () => {
    const newValue = JSON.stringify({ ...DEFAULTS, sound: false, theme: 'light' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'tongiaki-settings', newValue }));
    expect(settings.sound).toBe(false);
    expect(document.documentElement.dataset.theme).toBe('light');
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }));
    expect(settings).toEqual(DEFAULTS);
  });
});
