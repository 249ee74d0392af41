/** Where the pages tell what is to be heard. The sounds themselves are loaded with the first that is wanted. */
import { settings } from '../game/settings.svelte';
import type { Effect } from '../protocol/types';

const wanted = () => settings.captions || (settings.sound && settings.volume > 0);
const load = () => Promise.all([import('./player.svelte'), import('./cues')]);

/** A shot of a film begins: `onshot`. */
export function hear(effect: Effect): void {
  if (!wanted()) return;
  void load().then(([{ play }, { cueOf }]) => {
    const name = cueOf(effect);
    if (name) play(name);
  });
}

/** What weighs most of a move that is shown without a film. */
const WEIGHT: readonly Effect['effect'][] = [
  'game_ended',
  'end_triggered',
  'island_removed',
  'royal_founded',
  'fleet_lost',
  'fleet_turned_back',
  'boat_landed',
  'boat_placed',
  'boat_moved',
];

export function hearAtOnce(effects: readonly Effect[]): void {
  for (const kind of WEIGHT) {
    const found = effects.find((effect) => effect.effect === kind);
    if (found) return hear(found);
  }
}

/** What no film has a picture of: the end comes near, the game is over. */
export function hearNews(effects: readonly Effect[]): void {
  const news = effects.filter((e) => e.effect === 'end_triggered' || e.effect === 'game_ended');
  const last = news.at(-1);
  if (last) hear(last);
}

/** It is the turn of who sits here; also heard in a window that is not looked at. */
export function hearTurn(): void {
  if (wanted()) void load().then(([{ play }]) => play('turn', true));
}

/** The time of who sits here is running out. */
export function hearClock(): void {
  if (wanted()) void load().then(([{ play }]) => play('clock', true));
}
