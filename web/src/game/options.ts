/** The options of the rules (section 12) in words. */
import { m } from '../paraglide/messages.js';
import type { RuleValue } from './newtable';

interface Words {
  title: () => string;
  rule: string;
  values: Record<string, () => string>;
}

const yesNo = { true: m.option_yes, false: m.option_no };

const OPTIONS: Record<string, Words> = {
  setup_same_beach: {
    title: m.option_setup_same_beach,
    rule: 'R-2.2',
    values: { allowed: m.option_allowed, avoid: m.option_avoid },
  },
  expand_fewer: { title: m.option_expand_fewer, rule: 'R-4.1', values: yesNo },
  expand_spread: {
    title: m.option_expand_spread,
    rule: 'R-4.1',
    values: { one_per_beach: m.option_one_per_beach, free: m.option_free },
  },
  expand_cap: {
    title: m.option_expand_cap,
    rule: 'R-4.1',
    values: { beaches: m.option_cap_beaches, none: m.option_cap_none },
  },
  crossing: {
    title: m.option_crossing,
    rule: 'R-5.3',
    values: { at_least: m.option_at_least, exact: m.option_exact },
  },
  landing_spread: {
    title: m.option_landing_spread,
    rule: 'R-5.6',
    values: {
      each_beach: m.option_each_beach,
      empty_first: m.option_empty_first,
      free: m.option_free,
    },
  },
  royal_limit: {
    title: m.option_royal_limit,
    rule: 'R-7.2',
    values: { unlimited: m.option_unlimited },
  },
  resettlement: { title: m.option_resettlement, rule: 'R-8.1', values: yesNo },
  resettle_boats: { title: m.option_resettle_boats, rule: 'R-8.3', values: {} },
  end_completion: {
    title: m.option_end_completion,
    rule: 'R-9.1',
    values: {
      finish_turn: m.option_finish_turn,
      finish_voyage: m.option_finish_voyage,
      immediate: m.option_immediate,
    },
  },
  tie_break: {
    title: m.option_tie_break,
    rule: 'R-10.2',
    values: { bsw: m.option_tie_bsw, shared: m.option_tie_shared },
  },
  idle_rounds: { title: m.option_idle_rounds, rule: 'R-9.2', values: { 0: m.option_idle_off } },
  two_colours: { title: m.option_two_colours, rule: 'R-11.1', values: yesNo },
};

export function optionInWords(name: string): { title: string; rule: string } {
  const words = OPTIONS[name];
  return { title: words?.title() ?? name, rule: words?.rule ?? 'R-12' };
}

export const valueInWords = (name: string, value: RuleValue): string =>
  OPTIONS[name]?.values[String(value)]?.() ?? String(value);

const PRESETS: Record<string, () => string> = {
  BrettspielWelt: m.preset_bsw,
  'NL-1': m.preset_nl1,
  'NL-2': m.preset_nl2,
};

export const presetInWords = (name: string): string => PRESETS[name]?.() ?? '';
