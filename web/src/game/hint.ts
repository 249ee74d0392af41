/** What a staged decision leads to, in words: shown before the irreversible click. */
import { splitBeach } from '../board/catalogue';
import { m } from '../paraglide/messages.js';
import type { Effect, View } from '../protocol/types';
import { beachAtPier, beachName, edgeDirection, rotationsIn, valueOf } from './catalogue';
import { boatsWanted, laid, linesOf, type Draft } from './draft';
import { wayInWords } from './labels';
import { coloursIn, countOf, boatsInWords, listInWords } from './names';

/** `shown` and `effects`: what the preview of the staged lines said, if there is one. */
export function hint(view: View, draft: Draft, shown: View | null, effects: Effect[]): string {
  switch (draft.step) {
    case 'boats':
      return boats(view, draft, shown);
    case 'move':
      return draft.target && shown ? consequence(shown) : m.hint_move();
    case 'king':
      return draft.island ? king(view, draft.island, effects) : m.hint_king();
    case 'resettle':
      return resettle(effects);
    case 'lay': {
      const choice = laid(view.choices, draft);
      return choice ? m.hint_lay_faces({ tile: choice.tile ?? '' }) : m.hint_lay();
    }
    case 'sail':
      return sail(view, draft);
    case 'land':
      return land(view, shown);
    default:
      return '';
  }
}

function boats(view: View, draft: Draft & { step: 'boats' }, shown: View | null): string {
  if (shown && linesOf(view, draft).length) {
    return draft.kind === 'place' ? m.hint_place() : consequence(shown);
  }
  const { least, most } = boatsWanted(view, draft);
  if (draft.kind === 'expand' && draft.island === null) return m.hint_expand();
  if (draft.kind === 'enter') return m.hint_enter();
  if (draft.kind === 'place') return m.hint_place();
  const said = { count: most - draft.beaches.length };
  if (least < most) return m.hint_boats_fewer(said);
  // Two letters alike in a choice: several boats may share a beach.
  const shared = view.choices.some((c) => c.island === draft.island && /(.)\1/.test(c.beaches));
  return shared ? m.hint_boats_shared(said) : m.hint_boats(said);
}

/** Which beaches are full after what is staged. */
function consequence(shown: View): string {
  if (shown.full_beaches.length === 0) return m.hint_nothing_sails();
  const rotations = rotationsIn(shown.position.tiles);
  const places = shown.full_beaches.map((name) => {
    const [island, beach] = splitBeach(name);
    return m.place_on_island({ island, beach: beachName(rotations, island, beach) });
  });
  return m.hint_will_sail({ count: places.length, places: listInWords(places) });
}

const takenBy = (effects: Effect[]) =>
  effects.flatMap((e) => (e.effect === 'boats_taken' ? [e] : []));

function king(view: View, island: string, effects: Effect[]): string {
  const count = takenBy(effects).reduce((sum, e) => sum + countOf(e.boats), 0);
  const used = (view.royal_used[view.active_colour ?? ''] ?? 0) + 1;
  const said = { island, value: valueOf(island), home: Math.max(0, count - 1) };
  const limit =
    view.royal_limit === null ? '' : m.hint_king_limit({ used, limit: view.royal_limit });
  return [m.hint_king_island(said), limit].filter(Boolean).join(' ');
}

function resettle(effects: Effect[]): string {
  const taken = takenBy(effects);
  const islands = [...new Set(taken.map((e) => e.island))].map((island) => {
    const count = taken
      .filter((e) => e.island === island)
      .reduce((sum, e) => sum + countOf(e.boats), 0);
    return m.hint_taken({ island, count });
  });
  return m.hint_resettle({ islands: listInWords(islands) });
}

function sail(view: View, draft: Draft & { step: 'sail' }): string {
  const choice = view.choices.find((c) => c.line === draft.line);
  if (!choice?.island) return m.hint_sail();
  const pier = choice.pier ?? 0;
  const fleet = view.position.boats[`${choice.island} ${beachAtPier(choice.island, pier)}`] ?? {};
  const rotations = rotationsIn(view.position.tiles);
  const direction = edgeDirection(rotations, choice.island, pier);
  const way = wayInWords(choice, coloursIn(fleet));
  return m.hint_sail_way({ direction, way, boats: boatsInWords(fleet) });
}

function land(view: View, shown: View | null): string {
  const now = shown ?? view;
  if (now.phase !== 'landing' || !now.fleet) {
    const home = now.full_beaches.length ? consequence(now) : m.hint_nothing_sails_again();
    return m.hint_landed({ after: home });
  }
  const aboard = countOf(now.fleet.boats);
  const home = Math.max(0, aboard - now.fleet.free_berths);
  return home > 0
    ? m.hint_land_home({ count: home })
    : m.hint_land({ free: now.fleet.free_berths });
}
