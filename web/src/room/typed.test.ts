import { describe, expect, it } from 'vitest';
import { inRoom } from './sentences';

describe('what can be typed', () => {
  it('says the rules in words, with what is typed for them', () => {
    const options = 'royal_limit unlimited, crossing exact, two_colours false';
    const said = inRoom({ key: 'notice_info', params: { seats: 4, open: 1, options } });
    expect(said.split('\n').slice(1)).toEqual([
      'Royal islands for each colour: no limit (royal_limit unlimited)',
      'A current lets through: exactly its number of colours (crossing exact)',
      'Two colours each: no (two_colours false)',
    ]);
  });

  it('says what each word does, also one that this page does not know', () => {
    const said = inRoom({ key: 'notice_help', params: { words: '/accept /dance' } });
    expect(said.split('\n').slice(1)).toEqual(['/accept – yes to what was asked', '/dance']);
  });
});
