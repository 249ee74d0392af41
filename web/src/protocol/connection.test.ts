import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { table, view } from '../game/fixtures';
import { Connection, type Socket, type Status } from './connection';
import type { ClientMessage, ServerMessage } from './types';

class Fake implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: ClientMessage[] = [];
  send(data: string) {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close() {
    this.onclose?.();
  }
  says(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe('Connection', () => {
  const sockets: Fake[] = [];
  const statuses: Status[] = [];
  let seen = -1;
  let connection: Connection;
  const last = () => sockets.at(-1) as Fake;
  const greet = () => {
    last().onopen?.();
    last().says({ type: 'state', table: table(), view: view(), events: [] });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = 0;
    statuses.length = 0;
    seen = -1;
    const listener = {
      seen: () => seen,
      status: (status: Status) => void statuses.push(status),
      message: () => undefined,
    };
    connection = new Connection('ws://x', listener, () => {
      sockets.push(new Fake());
      return last();
    });
    connection.open();
  });
  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  it('says hello with the last number it has', () => {
    seen = 7;
    greet();
    expect(last().sent[0]).toMatchObject({ type: 'hello', seq: 7 });
    expect(statuses).toEqual(['connecting', 'open']);
  });

  it('answers a play with what the server says to its id', async () => {
    greet();
    const answer = connection.play(10, ['pass']);
    const sent = last().sent.at(-1) as ClientMessage & { id: string };
    last().says({ type: 'accepted', id: sent.id, seq: 12 });
    expect(await answer).toMatchObject({ type: 'accepted', seq: 12 });
  });

  it('tries again, later each time, and sends an unanswered play once more with the same id', () => {
    greet();
    void connection.play(10, ['pass']);
    const first = last().sent.at(-1);
    last().close();
    expect(statuses.at(-1)).toBe('lost');
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    last().close();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(3);
    greet();
    expect(last().sent.at(-1)).toEqual(first);
    expect(statuses.at(-1)).toBe('open');
  });

  it('gives up a preview when the connection is lost', async () => {
    greet();
    const answer = connection.preview(10, ['pass']);
    last().close();
    expect(await answer).toBeNull();
  });

  it('notices a dead line by a ping without answer', () => {
    greet();
    vi.advanceTimersByTime(20_000);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(5_000);
    expect(statuses.at(-1)).toBe('lost');
  });

  it('says at once that a hidden page lives when its turn begins', () => {
    greet();
    const before = last().sent.length;
    last().says({ type: 'events', events: [], view: { ...view(), can_act: true } });
    expect(last().sent).toHaveLength(before);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    last().says({ type: 'events', events: [], view: { ...view(), can_act: false } });
    expect(last().sent).toHaveLength(before);
    last().says({ type: 'events', events: [], view: { ...view(), can_act: true } });
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    hidden.mockRestore();
  });

  it('asks seldom again where it is turned away, and at once when the page is looked at', () => {
    greet();
    last().says({
      type: 'refused',
      id: '',
      code: 'banned',
      why: { key: 'refused_banned', params: {} },
    });
    connection.turnedAway();
    last().close();
    vi.advanceTimersByTime(19_000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(2);
    last().close();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sockets).toHaveLength(3);
    greet();
    last().close();
    vi.advanceTimersByTime(300); // let in again: what is lost now is tried again soon
    expect(sockets).toHaveLength(4);
  });

  it('asks twice whether the line is there, and one answer is enough', () => {
    greet();
    window.dispatchEvent(new Event('offline'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(last().sent.slice(-2)).toEqual([{ type: 'ping' }, { type: 'ping' }]);
    last().says({ type: 'pong' });
    vi.advanceTimersByTime(10_000);
    expect(statuses.at(-1)).toBe('open');
  });

  it('does not come back after it was closed', () => {
    greet();
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('tries at once when the browser is online again or a person asks, and once only', () => {
    greet();
    last().close();
    expect(sockets.length).toBe(1);
    window.dispatchEvent(new Event('online'));
    expect(sockets.length).toBe(2);
    connection.retry();
    expect(sockets.length).toBe(2); // that try is still under way
    greet();
    expect(statuses.at(-1)).toBe('open');
    vi.advanceTimersByTime(10_000);
    expect(sockets.length).toBe(2);
  });

  it('asks the server when the browser says it is offline: ours may be near', () => {
    greet();
    window.dispatchEvent(new Event('offline'));
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    last().says({ type: 'pong' });
    vi.advanceTimersByTime(6000);
    expect(statuses.at(-1)).toBe('open');
    window.dispatchEvent(new Event('offline'));
    vi.advanceTimersByTime(6000);
    expect(statuses.at(-1)).toBe('lost');
  });
});
