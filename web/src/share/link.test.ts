// @vitest-environment node
// (jsdom has no streams)
import { describe, expect, it } from 'vitest';
import { DamagedLink, fromHash, hasRecord, LONGEST, toHash } from './link';

describe('a record in a link', () => {
  it('comes back as it was', async () => {
    const record = JSON.stringify({ players: ['Āna', '✚'], moves: ['place Tonga f'] }).repeat(20);
    const hash = await toHash(record);
    expect(hasRecord(hash)).toBe(true);
    expect(hash).toMatch(/^#r=[\w-]+$/);
    expect(hash.length).toBeLessThan(LONGEST);
    expect(await fromHash(hash)).toBe(record);
  });

  it('says so when it is damaged', async () => {
    const hash = await toHash('{"format":"tongiaki-record/1"}'.repeat(50));
    for (const bad of ['#r=', '#r=%%', hash.slice(0, -9), `#r=${hash.slice(9)}`])
      await expect(fromHash(bad), bad).rejects.toBeInstanceOf(DamagedLink);
  });

  it('does not unpack without end', async () => {
    const bomb = await toHash('0'.repeat(3_000_000));
    await expect(fromHash(bomb)).rejects.toBeInstanceOf(DamagedLink);
  });
});
