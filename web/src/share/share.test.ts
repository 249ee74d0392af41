import { describe, expect, it } from 'vitest';
import fixture from '../board/fixtures/game.json';
import { fold } from '../board/fold';
import { Storyboard } from '../board/storyboard';
import type { Effect, Event, Position } from '../protocol/types';
import { beginning, lastTurn } from './lastturn';
import { pictureBox } from './picture';
import { Shapes } from './shapes';
import { FPS, moments, MOST } from './timeline';

const from = fixture.from as unknown as Position;
const effects = fixture.effects as unknown as Effect[];
/** One effect an event: the hardest case. */
const events = [[], ...effects.map((effect) => [effect])].map(
  (list, seq) => ({ seq, kind: 'move', effects: list }) as unknown as Event,
);

describe('the last turn', () => {
  it('begins where the turn before ended, at any moment of a game', () => {
    let position = from;
    const positions = [position, ...effects.map((effect) => (position = fold(position, effect)))];
    for (let now = 1; now < events.length; now += 1) {
      const turn = lastTurn(events.slice(0, now + 1));
      if (!turn) continue;
      const start = beginning(turn, positions[turn.after] as Position);
      const end = turn.effects.reduce(fold, start);
      expect(end).toEqual(positions[now]);
      expect(turn.effects.some((e) => e.effect === 'turn_began')).toBe(false);
    }
    expect(lastTurn(events)).not.toBeNull();
  });

  it('is none before anything was done', () => {
    expect(lastTurn(events.slice(0, 1))).toBeNull();
    expect(lastTurn([])).toBeNull();
  });
});

describe('an animated picture', () => {
  const board = new Storyboard(from, {});
  for (const effect of effects) board.tell(effect);

  it('is never longer than it may be, and shows the film in order', () => {
    for (const shots of [board.shots, board.shots.slice(0, 3)]) {
      const list = moments(shots);
      expect(list.length).toBeLessThanOrEqual(MOST * FPS);
      expect(list.length).toBeGreaterThan(0);
      const order = list.map(({ shot }) => shots.indexOf(shot));
      expect(order).toEqual([...order].sort((a, b) => a - b));
      for (const { t } of list) expect(t >= 0 && t < 1).toBe(true);
    }
    expect(moments([])).toEqual([]);
  });
});

describe('a picture', () => {
  it('is wide enough for what stands below, and has all tiles in it', () => {
    const small = pictureBox(from);
    expect(small.width).toBeGreaterThanOrEqual(680);
    expect(small.x + small.width / 2).toBeCloseTo(0);
    const wide = pictureBox(fixture.to as unknown as Position);
    expect(wide.width).toBeGreaterThan(small.width);
  });

  it('takes the shapes it needs, and those that they need', () => {
    const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
    const all = svg(
      '<defs><g id="tk-a"><use href="#tk-b"/></g><g id="tk-b"/><g id="tk-c"/></defs>',
    );
    const drawn = new Shapes(all).with(svg('<use href="#tk-a"/>'));
    expect(drawn).toContain('id="tk-a"');
    expect(drawn).toContain('id="tk-b"');
    expect(drawn).not.toContain('id="tk-c"');
  });
});
