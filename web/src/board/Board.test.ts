import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import type { Position, Target } from './types';

const position: Position = {
  tiles: { Tonga: [0, 0, 0], K: [0, 1, 3] },
  boats: { 'Tonga a': { red: 1, blue: 1 } },
  royal: {},
  supply: { red: 14, blue: 14 },
};
const targets: Target[] = [
  { id: 'a', kind: 'beach', tile: 'Tonga', beach: 'a', label: 'Place on beach a', number: 1 },
  {
    id: 'b',
    kind: 'beach',
    tile: 'Tonga',
    beach: 'b',
    label: 'Beach b',
    state: 'blocked',
    reason: 'one stays free',
  },
  { id: 'p', kind: 'pier', tile: 'Tonga', edge: 0, label: 'Sail south', description: 'lands 50 %' },
  { id: 'i', kind: 'island', tile: 'Tonga', label: 'Tonga', badge: '+2' },
  { id: 'x', kind: 'place', q: 1, r: 0, label: 'Lay here' },
];

let host: HTMLElement;
let board: ReturnType<typeof mount>;
const told = { ontarget: vi.fn(), onhover: vi.fn(), onblocked: vi.fn() };

function target(id: string): Element {
  const found = host.querySelector(`[data-target="${id}"]`);
  if (!found) throw new Error(`no target ${id}`);
  return found;
}

beforeEach(() => {
  Object.values(told).forEach((f) => f.mockReset());
  host = document.body.appendChild(document.createElement('div'));
  board = mount(Board, {
    target: host,
    props: {
      position,
      targets,
      keyMode: true,
      staged: [{ island: 'Tonga', beach: 'c', colour: 'red' }],
      ...told,
    },
  });
  flushSync();
});

afterEach(async () => {
  await unmount(board);
  host.remove();
});

describe('the board', () => {
  it('makes every target a named button', () => {
    const buttons = [...host.querySelectorAll('g[role=button]')];
    expect(buttons.map((b) => b.getAttribute('aria-label'))).toEqual([
      'Place on beach a',
      'Beach b: one stays free',
      'Sail south',
      'Tonga',
      'Lay here',
    ]);
    expect(buttons.every((b) => b.getAttribute('tabindex') === '0')).toBe(true);
  });

  it('tells what was clicked', () => {
    target('a').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(told.ontarget).toHaveBeenCalledWith('a');
  });

  it('tells what was chosen with Enter or Space', () => {
    for (const key of ['Enter', ' ']) {
      target('p').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
    expect(told.ontarget).toHaveBeenCalledTimes(2);
    expect(told.ontarget).toHaveBeenCalledWith('p');
  });

  it('gives the reason where something is not possible', () => {
    target('b').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(told.ontarget).not.toHaveBeenCalled();
    expect(told.onblocked).toHaveBeenCalledWith('one stays free', 'b');
    expect(target('b').getAttribute('aria-disabled')).toBe('true');
  });

  it('draws all boats and free berths, and the numbers of key mode', () => {
    const uses = (id: string) =>
      host.querySelectorAll(`.board svg > use[href="${id}"], .board svg > g use[href="${id}"]`)
        .length;
    expect(uses('#tk-boat-red')).toBe(2); // one in its berth, one staged
    expect(uses('#tk-boat-blue')).toBe(1);
    expect(uses('#tk-berth')).toBe(18 - 2);
    expect(host.querySelector('.key text')?.textContent).toBe('1');
  });

  it('a drag is not a click', () => {
    const root = host.querySelector('.board') as HTMLElement;
    root.setPointerCapture = vi.fn();
    const pointer = (type: string, x: number) =>
      new MouseEvent(type, { bubbles: true, clientX: x, clientY: 0, button: 0 });
    target('a').dispatchEvent(pointer('pointerdown', 0));
    target('a').dispatchEvent(pointer('pointermove', 30));
    target('a').dispatchEvent(pointer('pointerup', 30));
    target('a').dispatchEvent(pointer('click', 30));
    expect(told.ontarget).not.toHaveBeenCalled();
    target('a').dispatchEvent(pointer('pointerdown', 0));
    target('a').dispatchEvent(pointer('pointermove', 5));
    target('a').dispatchEvent(pointer('pointerup', 5));
    target('a').dispatchEvent(pointer('click', 5));
    expect(told.ontarget).toHaveBeenCalledTimes(1);
  });
});
