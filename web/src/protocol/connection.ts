/** The line to the server: says hello, asks, retries with back-off, and never plays a decision twice. */
import type {
  Accepted,
  ClientMessage,
  Done,
  Previewed,
  Refused,
  RoomClientMessage,
  RoomServerMessage,
  ServerMessage,
  VoyageOdds,
  WayOut,
} from './types';
import { PROTOCOL } from './types';

/** The part of a WebSocket that is used; tests bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(data: string): void;
  close(): void;
}

export type Status = 'connecting' | 'open' | 'lost';

export interface Listener<Message = ServerMessage> {
  /** The last event number that the client has. */
  seen(): number;
  /** What is said first instead of the hello of a game. */
  hello?(): RoomClientMessage | undefined;
  status(status: Status): void;
  message(message: Message): void;
}

type Answer = Accepted | Refused | Previewed | WayOut | VoyageOdds | Done;
type Wish = (ClientMessage | RoomClientMessage) & { id: string };
interface Waiting {
  message: Wish;
  answer: (answer: Answer | null) => void;
}

/** Questions: after a lost connection they are asked anew, if they still matter. */
const ONLY_ASKED: readonly Wish['type'][] = ['preview', 'way_out', 'odds'];
/** The server knows us. */
const WELCOME: readonly (ServerMessage | RoomServerMessage)['type'][] = ['state', 'events', 'room'];
const FIRST_DELAY = 300;
const LONGEST_DELAY = 8000;
const TURNED_AWAY_DELAY = 20_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 5_000;

export class Connection<Message extends ServerMessage | RoomServerMessage = ServerMessage> {
  #socket: Socket | null = null;
  #waiting = new Map<string, Waiting>();
  #count = 0;
  #tries = 0;
  #closed = false;
  #ready = false;
  #turnedAway = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  readonly #run = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly url: string,
    private readonly listener: Listener<Message>,
    private readonly connect: (url: string) => Socket = (address) =>
      new WebSocket(address) as unknown as Socket,
  ) {}

  open(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.listener.status(this.#tries === 0 ? 'connecting' : 'lost');
    const socket = this.connect(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      const hello = { type: 'hello', seq: this.listener.seen(), protocol: PROTOCOL } as const;
      this.#send(this.listener.hello?.() ?? hello);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as Message);
    socket.onclose = () => this.#lost(socket);
    this.#ping ??= setInterval(() => this.#areYouThere(), PING_EVERY);
    if (this.#tries === 0) this.#listen('addEventListener');
  }

  /** Try again at once instead of at the next turn. */
  retry(): void {
    if (this.#socket === null) this.open();
  }

  /** One is not let in now: the server is asked again, but seldom. */
  turnedAway(): void {
    this.#turnedAway = true;
  }

  readonly #back = () => this.retry();
  /** Offline may mean the wide world only: our server is asked. */
  readonly #doubt = () => this.#areYouThere();
  /** Timers of a hidden page are slow, and a phone that slept may have lost the line. */
  readonly #awake = () => {
    if (document.hidden) return;
    this.retry();
    this.#areYouThere();
  };

  #listen(change: 'addEventListener' | 'removeEventListener'): void {
    globalThis[change]('online', this.#back);
    globalThis[change]('offline', this.#doubt);
    document[change]('visibilitychange', this.#awake);
  }

  /** Leave for good. */
  close(): void {
    this.#closed = true;
    this.#listen('removeEventListener');
    clearTimeout(this.#retry);
    clearTimeout(this.#pong);
    clearInterval(this.#ping);
    this.#socket?.close();
    for (const { answer } of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }

  /** Confirm lines. Kept over a lost connection: the id makes a second sending harmless. */
  play(seq: number, lines: string[]): Promise<Accepted | Refused | null> {
    return this.#ask({ type: 'play', id: this.#next(), seq, lines }) as Promise<
      Accepted | Refused | null
    >;
  }

  /** Ask what staged lines would lead to; `null` when the connection is lost meanwhile. */
  preview(seq: number, lines: string[]): Promise<Previewed | Refused | null> {
    if (!this.#ready) return Promise.resolve(null);
    return this.#ask({ type: 'preview', id: this.#next(), seq, lines }) as Promise<
      Previewed | Refused | null
    >;
  }

  /** Go back to the position after an event. */
  undo(seq: number, to: number): Promise<Accepted | Refused | null> {
    return this.#ask({ type: 'undo', id: this.#next(), seq, to }) as Promise<
      Accepted | Refused | null
    >;
  }

  /** Ask for the shortest way out of a chain that runs in circles. */
  wayOut(seq: number): Promise<WayOut | Refused | null> {
    if (!this.#ready) return Promise.resolve(null);
    return this.#ask({ type: 'way_out', id: this.#next(), seq }) as Promise<
      WayOut | Refused | null
    >;
  }

  /** Ask how the voyages would end that must be made after these lines. */
  odds(seq: number, lines: readonly string[]): Promise<VoyageOdds | Refused | null> {
    if (!this.#ready) return Promise.resolve(null);
    return this.#ask({ type: 'odds', id: this.#next(), seq, lines: [...lines] }) as Promise<
      VoyageOdds | Refused | null
    >;
  }

  /** What is wanted of a room. Kept over a lost connection, like a play. */
  command(wish: { type: RoomClientMessage['type'] }): Promise<Done | Refused | null> {
    const command = { ...wish, id: this.#next() } as RoomClientMessage & { id: string };
    return this.#ask(command) as Promise<Done | Refused | null>;
  }

  #next(): string {
    this.#count += 1;
    return `${this.#run}-${this.#count}`;
  }

  #ask(message: Wish): Promise<Answer | null> {
    return new Promise((answer) => {
      this.#waiting.set(message.id, { message, answer });
      if (this.#ready) this.#send(message);
    });
  }

  #send(message: ClientMessage | RoomClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: Message): void {
    if (!this.#ready && WELCOME.includes(message.type)) this.#resume();
    clearTimeout(this.#pong);
    if ('id' in message) {
      this.#waiting.get(message.id)?.answer(message);
      this.#waiting.delete(message.id);
    }
    this.listener.message(message);
    // Timers of hidden pages are slow: the server is to know at once that this one lives and tells of the turn.
    if ('view' in message && message.view.can_act && document.hidden) this.#send({ type: 'ping' });
  }

  /** The server knows us again: what was confirmed and not answered is sent once more. */
  #resume(): void {
    this.#ready = true;
    this.#turnedAway = false;
    this.#tries = 0;
    this.listener.status('open');
    for (const { message } of this.#waiting.values()) this.#send(message);
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#ready = false;
    this.#socket = null;
    clearTimeout(this.#pong);
    for (const [id, { message, answer }] of this.#waiting) {
      if (!ONLY_ASKED.includes(message.type)) continue;
      this.#waiting.delete(id);
      answer(null);
    }
    if (this.#closed) return;
    this.#tries += 1;
    this.listener.status('lost');
    const soon = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (this.#tries - 1));
    const delay = this.#turnedAway ? TURNED_AWAY_DELAY : soon;
    this.#retry = setTimeout(() => this.open(), delay);
  }

  #areYouThere(): void {
    if (!this.#ready) return;
    const socket = this.#socket;
    this.#send({ type: 'ping' });
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => {
      socket?.close();
      if (socket) this.#lost(socket);
    }, PONG_WITHIN);
  }
}

/** Where the table's socket is. */
export function socketAddress(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${encodeURIComponent(table)}`;
}
