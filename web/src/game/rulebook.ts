/** The rules in words: sections of numbered sentences, and cards for special cases. */
import type { PictureName } from '../learn/pictures';
import { m } from '../paraglide/messages.js';

/** A picture with its sentence; `before`: still at the beginning of its film, else at the end. */
export interface Illustration {
  name: PictureName;
  caption: () => string;
  still?: 'before';
}

export interface Section {
  anchor: string;
  title: () => string;
  rules: { number: string; text: () => string }[];
  pictures: Illustration[];
}

export interface Card {
  title: () => string;
  text: () => string;
  rule: string;
  picture: PictureName;
  still?: 'before';
}

export const SECTIONS: readonly Section[] = [
  {
    anchor: 'R-1',
    title: m.rules_section_01,
    pictures: [{ name: 'tiles', caption: m.picture_tiles }],
    rules: [
      { number: 'R-1.1', text: m.rules_r_1_1 },
      { number: 'R-1.2', text: m.rules_r_1_2 },
      { number: 'R-1.3', text: m.rules_r_1_3 },
      { number: 'R-1.4', text: m.rules_r_1_4 },
      { number: 'R-1.5', text: m.rules_r_1_5 },
    ],
  },
  {
    anchor: 'R-2',
    title: m.rules_section_02,
    pictures: [{ name: 'setup', caption: m.picture_setup }],
    rules: [
      { number: 'R-2.1', text: m.rules_r_2_1 },
      { number: 'R-2.2', text: m.rules_r_2_2 },
      { number: 'R-2.3', text: m.rules_r_2_3 },
    ],
  },
  {
    anchor: 'R-3',
    title: m.rules_section_03,
    pictures: [{ name: 'enter', caption: m.picture_enter }],
    rules: [
      { number: 'R-3.1', text: m.rules_r_3_1 },
      { number: 'R-3.2', text: m.rules_r_3_2 },
      { number: 'R-3.3', text: m.rules_r_3_3 },
      { number: 'R-3.4', text: m.rules_r_3_4 },
    ],
  },
  {
    anchor: 'R-4',
    title: m.rules_section_04,
    pictures: [{ name: 'grow', caption: m.picture_grow }],
    rules: [
      { number: 'R-4.1', text: m.rules_r_4_1 },
      { number: 'R-4.2', text: m.rules_r_4_2 },
      { number: 'R-4.3', text: m.rules_r_4_3 },
    ],
  },
  {
    anchor: 'R-5',
    title: m.rules_section_05,
    pictures: [
      { name: 'lost', caption: m.picture_lost },
      { name: 'passed', caption: m.picture_passed },
      { name: 'landing', caption: m.picture_landing },
    ],
    rules: [
      { number: 'R-5.1', text: m.rules_r_5_1 },
      { number: 'R-5.2', text: m.rules_r_5_2 },
      { number: 'R-5.3', text: m.rules_r_5_3 },
      { number: 'R-5.4', text: m.rules_r_5_4 },
      { number: 'R-5.5', text: m.rules_r_5_5 },
      { number: 'R-5.6', text: m.rules_r_5_6 },
      { number: 'R-5.7', text: m.rules_r_5_7 },
    ],
  },
  {
    anchor: 'R-6',
    title: m.rules_section_06,
    pictures: [
      { name: 'chain', caption: m.picture_chain },
      { name: 'endless', caption: m.picture_endless, still: 'before' },
    ],
    rules: [
      { number: 'R-6.1', text: m.rules_r_6_1 },
      { number: 'R-6.2', text: m.rules_r_6_2 },
      { number: 'R-6.3', text: m.rules_r_6_3 },
      { number: 'R-6.4', text: m.rules_r_6_4 },
    ],
  },
  {
    anchor: 'R-7',
    title: m.rules_section_07,
    pictures: [
      { name: 'king', caption: m.picture_king },
      { name: 'refused', caption: m.picture_refused },
    ],
    rules: [
      { number: 'R-7.1', text: m.rules_r_7_1 },
      { number: 'R-7.2', text: m.rules_r_7_2 },
      { number: 'R-7.3', text: m.rules_r_7_3 },
    ],
  },
  {
    anchor: 'R-8',
    title: m.rules_section_08,
    pictures: [{ name: 'resettle', caption: m.picture_resettle }],
    rules: [
      { number: 'R-8.1', text: m.rules_r_8_1 },
      { number: 'R-8.2', text: m.rules_r_8_2 },
      { number: 'R-8.3', text: m.rules_r_8_3 },
    ],
  },
  {
    anchor: 'R-9',
    title: m.rules_section_09,
    pictures: [],
    rules: [
      { number: 'R-9.1', text: m.rules_r_9_1 },
      { number: 'R-9.2', text: m.rules_r_9_2 },
    ],
  },
  {
    anchor: 'R-10',
    title: m.rules_section_10,
    pictures: [{ name: 'score', caption: m.picture_score }],
    rules: [
      { number: 'R-10.1', text: m.rules_r_10_1 },
      { number: 'R-10.2', text: m.rules_r_10_2 },
    ],
  },
  {
    anchor: 'R-11',
    title: m.rules_section_11,
    pictures: [{ name: 'two', caption: m.picture_two }],
    rules: [{ number: 'R-11.1', text: m.rules_r_11_1 }],
  },
  {
    anchor: 'R-12',
    title: m.rules_section_12,
    pictures: [],
    rules: [{ number: 'R-12', text: m.rules_r_12 }],
  },
];

export const WHAT_IF: readonly Card[] = [
  { title: m.whatif_01_title, text: m.whatif_01_text, rule: 'R-5.5', picture: 'lost' },
  { title: m.whatif_02_title, text: m.whatif_02_text, rule: 'R-5.3', picture: 'again' },
  { title: m.whatif_03_title, text: m.whatif_03_text, rule: 'R-5.4', picture: 'loop' },
  { title: m.whatif_04_title, text: m.whatif_04_text, rule: 'R-5.4', picture: 'refused' },
  { title: m.whatif_05_title, text: m.whatif_05_text, rule: 'R-5.6', picture: 'crowded' },
  { title: m.whatif_06_title, text: m.whatif_06_text, rule: 'R-6.1', picture: 'several' },
  {
    title: m.whatif_07_title,
    text: m.whatif_07_text,
    rule: 'R-6.2',
    picture: 'endless',
    still: 'before',
  },
  { title: m.whatif_08_title, text: m.whatif_08_text, rule: 'R-4.2', picture: 'move' },
  { title: m.whatif_09_title, text: m.whatif_09_text, rule: 'R-3.2', picture: 'enter' },
  { title: m.whatif_10_title, text: m.whatif_10_text, rule: 'R-5.2', picture: 'empty' },
  { title: m.whatif_11_title, text: m.whatif_11_text, rule: 'R-9.1', picture: 'resettle' },
  { title: m.whatif_12_title, text: m.whatif_12_text, rule: 'R-7.1', picture: 'tonga' },
  { title: m.whatif_13_title, text: m.whatif_13_text, rule: 'R-11.1', picture: 'two' },
];

/** What contains all the words: sections with the rules that do, and cards. Nothing asked for: everything. */
export function search(words: string): { sections: Section[]; cards: Card[]; count: number } {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: string[]) => {
    const all = texts.join(' ').toLowerCase();
    return asked.every((word) => all.includes(word));
  };
  const sections = SECTIONS.map((section) => ({
    ...section,
    rules: section.rules.filter((rule) => has(rule.number, rule.text(), section.title())),
  })).filter((section) => section.rules.length > 0);
  const cards = WHAT_IF.filter((card) => has(card.rule, card.title(), card.text()));
  const count = sections.reduce((sum, section) => sum + section.rules.length, cards.length);
  return { sections, cards, count };
}
