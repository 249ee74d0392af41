/** The one sentence of the bar: what is wanted from whom, and the rule that says so. */
import { splitBeach } from '../board/catalogue';
import { m } from '../paraglide/messages.js';
import type { Table, View } from '../protocol/types';
import { beachAtPier, beachName, rotationsIn, valueOf } from './catalogue';
import { boatsWanted, coloursToLand, landingColour, waysToLie, type Draft } from './draft';
import { ending } from './ending';
import { colourName, coloursIn, countOf, namesOf } from './names';

export interface Sentence {
  text: string;
  /** The number of the rule: an anchor of the rules page. */
  rule: string;
}

/** `shown` is the view after what is staged; the same as `view` where nothing is. */
export function sentence(table: Table, view: View, draft: Draft, shown: View): Sentence {
  if (view.phase === 'over') {
    const text = view.result
      ? m.bar_over_won({ end: ending(table, view.result).title })
      : m.bar_over();
    return { text, rule: 'R-10' };
  }
  const names = namesOf(table);
  const player = view.active_colour ? names.player(view.active_colour) : '';
  if (!view.can_act) return watching(view, player);
  const wanted = decision(view, draft, shown);
  const alone = table.your_seats.length === 1;
  const colours = table.seats.some((seat) => seat.colours.length > 1);
  const text =
    alone && !colours
      ? m.bar_your_turn({ wanted: wanted.text })
      : m.bar_turn_of({ player, wanted: wanted.text });
  return { text, rule: wanted.rule };
}

function watching(view: View, player: string): Sentence {
  const from = view.crumbs.at(-1) ?? '';
  switch (view.phase) {
    case 'setup':
      return { text: m.bar_watch_setup({ player }), rule: 'R-2.2' };
    case 'chain':
      return {
        text: from
          ? m.bar_watch_chain_from({ player, island: from })
          : m.bar_watch_chain({ player }),
        rule: 'R-5.1',
      };
    case 'landing':
      return {
        text: m.bar_watch_landing({ player, island: view.fleet?.island ?? '' }),
        rule: 'R-5.6',
      };
    case 'lay':
      return { text: m.bar_watch_lay({ player }), rule: 'R-8.2' };
    case 'settle':
      return { text: m.bar_watch_settle({ player }), rule: 'R-8.3' };
    case 'draw':
      return { text: m.bar_watch_draw({ player }), rule: 'R-5.2' };
    default:
      return { text: m.bar_watch_turn({ player }), rule: 'R-3.1' };
  }
}

function decision(view: View, draft: Draft, shown: View): Sentence {
  switch (draft.step) {
    case 'boats':
      return boats(view, draft);
    case 'move':
      return move(draft);
    case 'king':
      return draft.island
        ? { text: m.bar_king_sure({ island: draft.island }), rule: 'R-7.1' }
        : { text: m.bar_king(), rule: 'R-7.1' };
    case 'resettle':
      return { text: draft.sure ? m.bar_resettle_sure() : m.bar_resettle(), rule: 'R-8.1' };
    case 'lay':
      return lay(view, draft);
    case 'sail':
      return sail(view, draft);
    case 'land':
      return land(view, draft, shown);
    case 'pass':
      return { text: m.bar_pass(), rule: 'R-3.1' };
    default:
      return { text: m.bar_wait(), rule: 'R-3.1' };
  }
}

function boats(view: View, draft: Draft & { step: 'boats' }): Sentence {
  const { most } = boatsWanted(view, draft);
  const staged = draft.beaches.length;
  const left = most - staged;
  const island = draft.island ?? '';
  switch (draft.kind) {
    case 'place': {
      const own = view.active_colour ? (view.position.supply[view.active_colour] ?? 15) : 15;
      if (staged) return { text: m.bar_place_staged(), rule: 'R-2.2' };
      return { text: m.bar_place({ number: 16 - own }), rule: 'R-2.2' };
    }
    case 'enter':
      if (staged === 0) return { text: m.bar_enter(), rule: 'R-3.2' };
      if (left > 0) return { text: m.bar_enter_more({ island, left }), rule: 'R-3.2' };
      return { text: m.bar_boats_staged({ island, count: staged }), rule: 'R-3.2' };
    case 'settle':
      if (left > 0)
        return {
          text: m.bar_settle({ island: view.hand ?? soleIsland(view), left }),
          rule: 'R-8.3',
        };
      return { text: m.bar_boats_staged({ island, count: staged }), rule: 'R-8.3' };
    default:
      if (draft.island === null) return { text: m.bar_expand(), rule: 'R-4.1' };
      if (left > 0) return { text: m.bar_expand_on({ island, left }), rule: 'R-4.1' };
      return { text: m.bar_boats_staged({ island, count: staged }), rule: 'R-4.1' };
  }
}

const soleIsland = (view: View) => view.choices[0]?.island ?? '';

function move(draft: Draft & { step: 'move' }): Sentence {
  const rule = 'R-4.2';
  if (!draft.source) return { text: m.bar_move(), rule };
  if (!draft.target) return { text: m.bar_move_to({ island: draft.source.island }), rule };
  const from = draft.source.island;
  return { text: m.bar_move_staged({ from, island: draft.target.island }), rule };
}

function lay(view: View, draft: Draft & { step: 'lay' }): Sentence {
  const rule = 'R-8.2';
  const tile = view.hand ?? '';
  const value = valueOf(tile);
  if (!draft.place)
    return { text: value ? m.bar_lay_island({ tile, value }) : m.bar_lay({ tile }), rule };
  const ways = waysToLie(view.choices, draft.place).length;
  return { text: ways > 1 ? m.bar_lay_turn({ tile, ways }) : m.bar_lay_staged({ tile }), rule };
}

function sail(view: View, draft: Draft & { step: 'sail' }): Sentence {
  const rule = 'R-5.1';
  const full = view.full_beaches;
  const choice = view.choices.find((c) => c.line === draft.line);
  const [island = '', beach = ''] = choice
    ? [choice.island ?? '', beachAtPier(choice.island ?? '', choice.pier ?? 0)]
    : splitBeach(full[0] ?? '');
  if (!choice && full.length > 1) return { text: m.bar_sail_several({ count: full.length }), rule };
  const fleet = view.position.boats[`${island} ${beach}`] ?? {};
  const said = {
    island,
    beach: beachName(rotationsIn(view.position.tiles), island, beach),
    colours: coloursIn(fleet),
    boats: countOf(fleet),
  };
  return { text: choice ? m.bar_sail_chosen(said) : m.bar_sail(said), rule };
}

function land(view: View, draft: Draft & { step: 'land' }, shown: View): Sentence {
  const rule = 'R-5.6';
  const island = view.fleet?.island ?? '';
  if (shown.phase !== 'landing') return { text: m.bar_land_staged({ island }), rule };
  const aboard = countOf(shown.fleet?.boats ?? {});
  const colour = landingColour(shown, draft) ?? '';
  if (coloursToLand(shown).length > 1) {
    return { text: m.bar_land({ island, colour: colourName(colour) }), rule };
  }
  return { text: m.bar_land_one({ island, count: aboard }), rule };
}
