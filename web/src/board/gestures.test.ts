import { afterEach, describe, expect, it, vi } from 'vitest';
import { gestures } from './gestures';

const told = { pan: vi.fn(), zoom: vi.fn() };
const node = document.createElement('div');
node.setPointerCapture = vi.fn();
const stop = gestures(told)(node);

function finger(type: string, id: number, x: number, y = 0) {
  const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0 });
  Object.defineProperty(event, 'pointerId', { value: id });
  node.dispatchEvent(event);
}

afterEach(() => {
  told.pan.mockReset();
  told.zoom.mockReset();
});

describe('gestures', () => {
  it('do not move the board below eight pixels', () => {
    finger('pointerdown', 1, 0);
    finger('pointermove', 1, 7);
    expect(told.pan).not.toHaveBeenCalled();
    finger('pointermove', 1, 9);
    expect(told.pan).toHaveBeenCalledWith(9, 0);
    finger('pointerup', 1, 9);
  });

  it('zoom by two fingers about the point between them', () => {
    finger('pointerdown', 1, 100);
    finger('pointerdown', 2, 200);
    finger('pointermove', 2, 300);
    expect(told.zoom).toHaveBeenCalledWith(2, { x: 200, y: 0 });
    finger('pointerup', 1, 100);
    finger('pointerup', 2, 300);
  });

  it('zoom by the wheel where it points', () => {
    node.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: 40, clientY: 50 }));
    const [factor, at] = told.zoom.mock.lastCall as [number, { x: number; y: number }];
    expect(factor).toBeGreaterThan(1);
    expect(at).toEqual({ x: 40, y: 50 });
  });

  it('end when the board goes', () => {
    if (typeof stop === 'function') stop();
    finger('pointerdown', 1, 0);
    finger('pointermove', 1, 90);
    expect(told.pan).not.toHaveBeenCalled();
  });
});
