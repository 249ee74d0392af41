/** One room on the screen: who sits where, what is said, and what a person does there. */
import type { Status } from '../protocol/connection';
import { Entered } from '../protocol/entered.svelte';
import type {
  Enter,
  Ping,
  Refused,
  Room,
  RoomClientMessage,
  RoomServerMessage,
  Talk,
  You,
} from '../protocol/types';
import { PROTOCOL } from '../protocol/types';
import { rememberedName, rememberName } from './name';
import { joined, lastNumber } from './talk';

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** What a person may want; the line gives it an id. */
export type Wish = WithoutId<Exclude<RoomClientMessage, Enter | Ping>>;

const NOBODY: You = { seat: null, host: false, name: '', blocked: [] };

export class RoomStore extends Entered<RoomServerMessage> {
  room = $state.raw<Room | null>(null);
  you = $state.raw<You>(NOBODY);
  lines = $state.raw<readonly Talk[]>([]);
  /** Why one cannot come in. */
  missing = $state.raw<Refused | null>(null);
  /** How many lines had come when the talk was last looked at. */
  read = $state(0);
  /** To whom this person does not listen. */
  readonly hidden = $derived(this.you.blocked);

  readonly heard = $derived(this.lines.filter(({ name }) => !this.hidden.includes(name)));
  /** What others have said since. */
  readonly #fresh = $derived(
    this.heard
      .slice(this.read)
      .filter(({ name, notice, removed }) => !notice && !removed && name !== this.you.name),
  );
  readonly unread = $derived(this.#fresh.length);
  readonly lastSaid = $derived(this.#fresh.at(-1));

  #entered = false;

  protected seen(): number {
    return lastNumber(this.lines);
  }

  protected override hello(): Enter {
    const name = this.you.name || rememberedName();
    return { type: 'enter', protocol: PROTOCOL, talk: this.seen(), name };
  }

  protected override line(status: Status): void {
    super.line(status);
    if (status === 'open') this.missing = null;
  }

  /** Ask for something; false if it was refused. */
  async ask(wish: Wish): Promise<boolean> {
    this.refused = null;
    const answer = await this.connection.command(wish);
    if (answer?.type === 'refused') this.refused = answer.why;
    return answer?.type === 'done';
  }

  /** Everything said so far has been seen. */
  markRead(): void {
    this.read = this.heard.length;
  }

  /** Listen to somebody no more, or again. */
  hide(name: string): void {
    void this.ask({ type: 'block', name, on: !this.hidden.includes(name) });
  }

  protected receive(message: RoomServerMessage): void {
    switch (message.type) {
      case 'room':
        this.room = message.room;
        this.you = message.you;
        if (message.you.name) rememberName(message.you.name);
        break;
      case 'said':
        this.lines = joined(this.lines, message.lines);
        // What was said before one came is no news.
        if (!this.#entered) this.markRead();
        this.#entered = true;
        break;
      case 'refused':
        if (!['unknown_room', 'damaged', 'too_many'].includes(message.code)) break;
        this.missing = message;
        if (message.code === 'too_many') this.connection.turnedAway();
        else this.close();
        break;
      default:
    }
  }
}

/** Where the room's socket is. */
export function roomAddress(room: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/room/${encodeURIComponent(room)}`;
}
