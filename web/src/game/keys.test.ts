import { describe, expect, it } from 'vitest';
import { BINDINGS, commandOf, Digits, isTyping, numberOf, type Pressed } from './keys';

const press = (key: string, parts: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...parts,
});

describe('the key map', () => {
  it('gives no key two meanings in one place', () => {
    for (const scope of ['game', 'record'] as const) {
      const here = BINDINGS.filter((b) => b.scope === scope || b.scope === 'both');
      const keys = here.map((b) => `${b.held} ${b.key}`);
      expect(keys).toEqual([...new Set(keys)]);
      expect(here.filter((b) => /^[1-9]$/.test(b.key))).toEqual([]);
    }
  });

  it('keeps Tab free for the browser', () => {
    expect(BINDINGS.filter((b) => b.key === 'Tab')).toEqual([]);
  });

  it('works with capitals, not with control keys', () => {
    expect(commandOf(press('X'), 'game', true)).toBe('expand');
    expect(commandOf(press('x', { ctrlKey: true }), 'game', true)).toBeNull();
  });

  it('leaves named keys when single keys are switched off', () => {
    expect(commandOf(press('x'), 'game', false)).toBeNull();
    expect(commandOf(press('Escape'), 'game', false)).toBe('back');
    expect(commandOf(press(' '), 'game', false)).toBe('confirm');
  });

  it('takes what is held down into account', () => {
    const ctrl = { ctrlKey: true };
    expect(commandOf(press('z', ctrl), 'game', false)).toBe('undo');
    expect(commandOf(press('z', { metaKey: true }), 'game', true)).toBe('undo');
    expect(commandOf(press('y', ctrl), 'game', true)).toBe('redo');
    expect(commandOf(press('Z', { ...ctrl, shiftKey: true }), 'game', true)).toBe('redo');
    expect(commandOf(press('z'), 'game', true)).toBeNull();
    expect(commandOf(press('ArrowUp', { shiftKey: true }), 'game', false)).toBe('pan-up');
    expect(commandOf(press('ArrowUp'), 'game', false)).toBe('up');
    expect(commandOf(press('?', { shiftKey: true }), 'game', true)).toBe('help');
    expect(commandOf(press('h', { altKey: true }), 'game', true)).toBeNull();
  });

  it('knows where it works', () => {
    expect(commandOf(press('.'), 'record', true)).toBe('next');
    expect(commandOf(press('x'), 'record', true)).toBeNull();
  });
});

describe('numbers at targets', () => {
  it('have one digit up to nine, then two without a zero', () => {
    expect(numberOf(8, 9)).toBe(9);
    expect([0, 8, 9, 17, 18].map((i) => numberOf(i, 20))).toEqual([11, 19, 21, 29, 31]);
  });

  it('choose as soon as the number is whole', () => {
    const digits = new Digits();
    expect(digits.type('3', 5)).toBe(2);
    expect(digits.type('7', 5)).toBeNull();
    expect(digits.type('2', 20)).toBeNull();
    expect(digits.type('1', 20)).toBe(9);
  });
});

describe('isTyping', () => {
  it('knows fields', () => {
    const field = document.createElement('textarea');
    expect(isTyping(field)).toBe(true);
    expect(isTyping(document.body)).toBe(false);
  });
});
