import { describe, expect, it } from 'vitest';
import { boardInWords, cellInWords, ownColours, whereIs } from './boardwords';
import { table, view } from './fixtures';

const seen = view({
  position: {
    tiles: { Tonga: [0, 0, 0], K: [0, -1, 0], Samoa: [1, -2, 3] },
    boats: { 'Tonga a': { red: 1, blue: 1 }, 'Tonga d': { blue: 1 } },
    royal: { Samoa: 'blue' },
    supply: { red: 14, blue: 13 },
  },
  full_beaches: ['Tonga a'],
});
const words = boardInWords(table(), seen);

describe('a place', () => {
  it('is counted in steps from Tonga', () => {
    expect(whereIs({ q: 0, r: 0 })).toBe('in the middle');
    expect(whereIs({ q: 0, r: -1 })).toBe('1 north of Tonga');
    expect(whereIs({ q: 1, r: -2 })).toBe('1 north and 1 north-east of Tonga');
    expect(whereIs({ q: 3, r: -1 })).toBe('2 south-east and 1 north-east of Tonga');
    expect(whereIs({ q: -2, r: 3 })).toBe('2 south-west and 1 south of Tonga');
  });
});

describe('the board in words', () => {
  it('names islands with value, place and owner', () => {
    expect(words.islands.map((island) => island.name)).toEqual(['Tonga', 'Samoa']);
    expect(words.islands[1]?.text).toMatch(
      /^Samoa, worth \d, 1 north and 1 north-east of Tonga, royal island of .+: nobody can land$/,
    );
  });

  it('names beaches with berths and boats', () => {
    const a = words.islands[0]?.beaches.find((beach) => beach.key === 'Tonga a');
    expect(a?.text).toMatch(
      /^.+ beach: \d of \d berths free, boats: 1 red \(yours\) and 1 blue, full, must sail$/,
    );
  });

  it('names piers with what lies there', () => {
    const piers = words.islands[0]?.beaches.flatMap((beach) => beach.piers.map((p) => p.text));
    expect(piers?.some((text) => text.includes('unknown sea'))).toBe(true);
    expect(piers?.find((text) => text.startsWith('Pier to the north:'))).toMatch(
      /sea tile K, .+ on to the/,
    );
  });

  it('names sea tiles with their currents', () => {
    expect(words.waters[0]?.text).toBe('Sea tile K, 1 north of Tonga');
    expect(words.waters[0]?.routes.length).toBeGreaterThan(0);
    expect(words.waters[0]?.routes[0]).toMatch(
      /^from .+ to .+: (needs \d colours|carries every fleet)$/,
    );
  });

  it('says one place in a sentence', () => {
    expect(cellInWords(table(), seen, { q: 5, r: 0 })).toBe('Empty sea, 5 south-east of Tonga');
    expect(cellInWords(table(), seen, { q: 0, r: 0 })).toContain('Tonga, worth');
    expect(cellInWords(table(), seen, { q: 0, r: 0 })).toContain('boats: 1 red (yours) and 2 blue');
  });
});

it('calls the boats of the seat on the move yours at one screen', () => {
  expect(ownColours(table({ your_seats: [0, 1] }), view({ active_seat: 1 }))).toEqual(['blue']);
  expect(ownColours(table({ your_seats: [0] }), view({ active_seat: 1 }))).toEqual(['red']);
  expect(ownColours(table({ your_seats: [] }), view())).toEqual([]);
});
