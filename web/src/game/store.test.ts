import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Socket } from '../protocol/connection';
import type { ClientMessage, ServerMessage, View } from '../protocol/types';
import { choice, event, expand, land, sail, table, view } from './fixtures';
import { GameStore } from './store.svelte';

/** A server that answers each preview by a script. */
class FakeServer implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: ClientMessage[] = [];
  previews: (lines: string[]) => View | null = () => view();
  forced: string[] = [];

  send(data: string) {
    const message = JSON.parse(data) as ClientMessage;
    this.sent.push(message);
    if (message.type !== 'preview') return;
    const { id, seq, lines } = message;
    const after = this.previews(lines);
    const why = { key: 'refused_illegal' as const, params: { line: lines[0] ?? '' } };
    queueMicrotask(() =>
      this.says(
        after
          ? { type: 'previewed', id, seq, view: after, effects: [], forced: this.forced }
          : { type: 'refused', id, code: 'illegal', why },
      ),
    );
  }
  close() {
    this.onclose?.();
  }
  says(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  last(type: ClientMessage['type']): ClientMessage | undefined {
    return this.sent.findLast((message) => message.type === type);
  }
}

describe('GameStore', () => {
  let server: FakeServer;
  let game: GameStore;
  const happened = vi.fn();
  const said = vi.fn();

  function begin(at: View) {
    server = new FakeServer();
    game = new GameStore('ws://x', { happened, said }, () => server);
    game.open();
    server.onopen?.();
    server.says({ type: 'state', table: table(), view: at, events: [event(10, [])] });
  }
  beforeEach(() => {
    happened.mockClear();
    said.mockClear();
  });

  it('stages, previews, and confirms with the number it saw', async () => {
    begin(view({ choices: [expand('Fiji', 'ab')] }));
    await game.pick('Fiji a');
    expect(game.canConfirm).toBe(false);
    await game.pick('Fiji b');
    expect(server.last('preview')).toMatchObject({ lines: ['expand Fiji ab'], seq: 10 });
    expect(game.canConfirm).toBe(true);
    void game.confirm();
    await vi.waitFor(() =>
      expect(server.last('play')).toMatchObject({ seq: 10, lines: ['expand Fiji ab'] }),
    );
    expect(game.busy).toBe(true);
    expect(game.targets).toEqual([]);
  });

  it('goes on with what the server sends, and tells it', () => {
    begin(view({ can_act: false }));
    const placed = { effect: 'boat_placed' as const, colour: 'blue', island: 'Tonga', beach: 'a' };
    const after = view({ seq: 11, choices: [choice('pass', 'pass')] });
    server.says({ type: 'events', events: [event(11, [placed])], view: after });
    expect(happened).toHaveBeenCalledWith([placed], expect.objectContaining({ seq: 10 }), after);
    expect(said).toHaveBeenCalledWith([
      { text: 'Bo puts a boat on Tonga: south beach.', result: false },
    ]);
    expect(game.draft).toEqual({ step: 'pass' });
    expect(game.events).toHaveLength(2);
  });

  it('does not tell an event twice after the connection was lost', () => {
    begin(view());
    server.says({ type: 'events', events: [event(10, [])], view: view() });
    expect(happened).not.toHaveBeenCalled();
    expect(game.events).toHaveLength(1);
  });

  it('lands boat by boat as the server allows, and confirms all at once', async () => {
    const first = view({
      phase: 'landing',
      choices: [land('Fiji', 'a', 'red'), land('Fiji', 'b', 'red')],
    });
    const second = view({ phase: 'landing', choices: [land('Fiji', 'b', 'red')] });
    begin(first);
    server.previews = (lines) => (lines.length === 1 ? second : view({ phase: 'chain' }));
    await game.pick('Fiji a');
    expect(game.targets.map((t) => t.id)).toEqual(['Fiji b']);
    expect(game.canConfirm).toBe(false);
    await game.pick('Fiji b');
    expect(game.lines).toEqual(['land Fiji a red', 'land Fiji b red']);
    expect(game.canConfirm).toBe(true);
    await game.back();
    expect(game.lines).toEqual(['land Fiji a red']);
    await game.suggest();
    expect(game.lines).toEqual(['land Fiji a red', 'land Fiji b red']);
  });

  it('confirms with a landing what the server added in its middle', async () => {
    const choices = [land('Fiji', 'a', 'red'), land('Fiji', 'b', 'red')];
    begin(view({ phase: 'landing', choices }));
    server.previews = (lines) => view({ phase: lines.length > 1 ? 'chain' : 'landing', choices });
    server.forced = ['land Fiji b red'];
    await game.pick('Fiji a');
    expect(game.lines).toEqual(['land Fiji a red', 'land Fiji b red']);
    await game.pick('Fiji a');
    expect(game.lines).toEqual(['land Fiji a red', 'land Fiji b red', 'land Fiji a red']);
  });

  it('keeps what was staged when the server refuses the next boat, and says why', async () => {
    begin(view({ phase: 'landing', choices: [land('Fiji', 'a', 'red')] }));
    server.previews = () => null;
    await game.pick('Fiji a');
    expect(game.lines).toEqual([]);
    expect(game.refused).toMatchObject({ key: 'refused_illegal' });
  });

  it('sets sail when the chosen pier is picked again', async () => {
    begin(view({ phase: 'chain', choices: [sail('Tonga', 0)] }));
    await game.pick('sail Tonga 0');
    expect(server.last('play')).toBeUndefined();
    void game.pick('sail Tonga 0');
    await vi.waitFor(() => expect(server.last('play')).toMatchObject({ lines: ['sail Tonga 0'] }));
  });

  it('asks twice before a resettlement', () => {
    begin(view({ choices: [expand('Fiji', 'a'), choice('resettle', 'resettle')] }));
    game.act('resettle');
    expect(game.canConfirm).toBe(false);
    game.makeSure();
    expect(game.canConfirm).toBe(true);
  });

  it('begins anew when a confirmation is refused', async () => {
    begin(view({ choices: [choice('pass', 'pass')] }));
    void game.confirm();
    await vi.waitFor(() => expect(server.last('play')).toBeDefined());
    const { id } = server.last('play') as { id: string };
    server.says({ type: 'refused', id, code: 'stale', why: { key: 'refused_stale', params: {} } });
    await vi.waitFor(() => expect(game.busy).toBe(false));
    expect(game.refused?.key).toBe('refused_stale');
    expect(game.draft).toEqual({ step: 'pass' });
  });

  it('keeps what is staged when the server says the same state again', async () => {
    begin(view({ choices: [expand('Fiji', 'ab')] }));
    await game.pick('Fiji a');
    server.says({
      type: 'state',
      table: table(),
      view: view({ choices: [expand('Fiji', 'ab')] }),
      events: [],
    });
    expect(game.draft).toMatchObject({ beaches: 'a' });
  });

  it('plays a complete decision at once where that is the setting', async () => {
    begin(view({ choices: [expand('Fiji', 'ab')] }));
    game.quick = true;
    await game.pick('Fiji a');
    expect(server.last('play')).toBeUndefined();
    void game.pick('Fiji b');
    await vi.waitFor(() => expect(server.last('play')).toBeDefined());
  });

  it('says when there is no such table', () => {
    begin(view());
    const why = { key: 'refused_unknown_table' as const, params: { id: 't' } };
    server.says({ type: 'refused', id: '', code: 'unknown_table', why });
    expect(game.missing).toBe('unknown_table');
  });
});
