/** What a person likes, kept in this browser and followed by its other windows. */
import type { Speed } from '../board/types';
import { LANGUAGES, type Language } from './language';

export type { Speed };
export type Theme = 'system' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  language: Language;
  speed: Speed;
  /** Single keys are commands. */
  keys: boolean;
  /** Every decision is confirmed; else a complete one is played at once. */
  confirm: boolean;
  sound: boolean;
  /** 0–100. */
  volume: number;
  /** What can be heard is also written. */
  captions: boolean;
  /** The sea moves. */
  sea: boolean;
  /** The letter of its colour on each boat and emblem. */
  letters: boolean;
  /** The odds of voyages, where the table has them. */
  odds: boolean;
}

export const DEFAULTS: Settings = {
  theme: 'system',
  language: 'system',
  speed: 'normal',
  keys: true,
  confirm: true,
  sound: true,
  volume: 40,
  captions: false,
  sea: true,
  letters: false,
  odds: true,
};
const PLACE = 'tongiaki-settings';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const SPEEDS: readonly Speed[] = ['off', 'slow', 'normal', 'fast', 'fastest'];

/** Settings from what was stored; whatever is not understood is the default. */
export function read(stored: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    found = (JSON.parse(stored ?? '{}') ?? {}) as typeof found;
  } catch {
    // Damaged: the defaults do.
  }
  const one = <T>(values: readonly T[], value: unknown, other: T): T =>
    values.find((v) => v === value) ?? other;
  const yes = (value: unknown, other: boolean) => (typeof value === 'boolean' ? value : other);
  const { volume } = found;
  return {
    theme: one(THEMES, found.theme, DEFAULTS.theme),
    language: one(LANGUAGES, found.language, DEFAULTS.language),
    speed: one(SPEEDS, found.speed, DEFAULTS.speed),
    keys: yes(found.keys, DEFAULTS.keys),
    confirm: yes(found.confirm, DEFAULTS.confirm),
    sound: yes(found.sound, DEFAULTS.sound),
    volume: typeof volume === 'number' && volume >= 0 && volume <= 100 ? volume : DEFAULTS.volume,
    captions: yes(found.captions, DEFAULTS.captions),
    sea: yes(found.sea, DEFAULTS.sea),
    letters: yes(found.letters, DEFAULTS.letters),
    odds: yes(found.odds, DEFAULTS.odds),
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(read(stored()));

/** Change and keep. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Private windows may refuse: the setting holds until the page is left.
  }
  applyTheme();
}

/** The theme is an attribute of the page; `system` leaves it to the browser. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

applyTheme();
// What another window of this browser changes holds here too (`key` is null when all was cleared).
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== PLACE && key !== null) return;
  Object.assign(settings, read(newValue));
  applyTheme();
});
