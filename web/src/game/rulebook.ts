/** The rules in words: sections of numbered sentences, and cards for special cases. */
import { m } from '../paraglide/messages.js';

export interface Section {
  anchor: string;
  title: () => string;
  rules: { number: string; text: () => string }[];
}

export interface Card {
  title: () => string;
  text: () => string;
  rule: string;
}

export const SECTIONS: readonly Section[] = [
  {
    anchor: 'R-1',
    title: m.rules_section_01,
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
    rules: [
      { number: 'R-2.1', text: m.rules_r_2_1 },
      { number: 'R-2.2', text: m.rules_r_2_2 },
      { number: 'R-2.3', text: m.rules_r_2_3 },
    ],
  },
  {
    anchor: 'R-3',
    title: m.rules_section_03,
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
    rules: [
      { number: 'R-4.1', text: m.rules_r_4_1 },
      { number: 'R-4.2', text: m.rules_r_4_2 },
      { number: 'R-4.3', text: m.rules_r_4_3 },
    ],
  },
  {
    anchor: 'R-5',
    title: m.rules_section_05,
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
    rules: [
      { number: 'R-7.1', text: m.rules_r_7_1 },
      { number: 'R-7.2', text: m.rules_r_7_2 },
      { number: 'R-7.3', text: m.rules_r_7_3 },
    ],
  },
  {
    anchor: 'R-8',
    title: m.rules_section_08,
    rules: [
      { number: 'R-8.1', text: m.rules_r_8_1 },
      { number: 'R-8.2', text: m.rules_r_8_2 },
      { number: 'R-8.3', text: m.rules_r_8_3 },
    ],
  },
  {
    anchor: 'R-9',
    title: m.rules_section_09,
    rules: [
      { number: 'R-9.1', text: m.rules_r_9_1 },
      { number: 'R-9.2', text: m.rules_r_9_2 },
    ],
  },
  {
    anchor: 'R-10',
    title: m.rules_section_10,
    rules: [
      { number: 'R-10.1', text: m.rules_r_10_1 },
      { number: 'R-10.2', text: m.rules_r_10_2 },
    ],
  },
  {
    anchor: 'R-11',
    title: m.rules_section_11,
    rules: [{ number: 'R-11.1', text: m.rules_r_11_1 }],
  },
  {
    anchor: 'R-12',
    title: m.rules_section_12,
    rules: [{ number: 'R-12', text: m.rules_r_12 }],
  },
];

export const WHAT_IF: readonly Card[] = [
  { title: m.whatif_01_title, text: m.whatif_01_text, rule: 'R-5.5' },
  { title: m.whatif_02_title, text: m.whatif_02_text, rule: 'R-5.3' },
  { title: m.whatif_03_title, text: m.whatif_03_text, rule: 'R-5.4' },
  { title: m.whatif_04_title, text: m.whatif_04_text, rule: 'R-5.4' },
  { title: m.whatif_05_title, text: m.whatif_05_text, rule: 'R-5.6' },
  { title: m.whatif_06_title, text: m.whatif_06_text, rule: 'R-6.1' },
  { title: m.whatif_07_title, text: m.whatif_07_text, rule: 'R-6.2' },
  { title: m.whatif_08_title, text: m.whatif_08_text, rule: 'R-4.2' },
  { title: m.whatif_09_title, text: m.whatif_09_text, rule: 'R-3.2' },
  { title: m.whatif_10_title, text: m.whatif_10_text, rule: 'R-5.2' },
];
