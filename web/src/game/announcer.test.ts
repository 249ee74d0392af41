import { expect, it } from 'vitest';
import { Announcer } from './announcer.svelte';

it('tells each thing once and forgets the old ones', () => {
  const announcer = new Announcer();
  announcer.say('A fleet sails.');
  announcer.say('A fleet sails.');
  announcer.say('');
  announcer.say('It is lost.', true);
  expect(announcer.told.map(({ text, urgent }) => [text, urgent])).toEqual([
    ['A fleet sails.', false],
    ['It is lost.', true],
  ]);
  for (let i = 0; i < 99; i++) announcer.say(`Event ${i}`);
  expect(announcer.told).toHaveLength(24);
  expect(new Set(announcer.told.map(({ id }) => id)).size).toBe(24);
});
