/** A place at the server that one has entered, a game or a room: the line there, and whether one is let in. */
import { Connection, type Socket, type Status } from './connection';
import type { RoomClientMessage, RoomServerMessage, ServerMessage, Text } from './types';

export abstract class Entered<Message extends ServerMessage | RoomServerMessage> {
  status = $state.raw<Status>('connecting');
  /** Why the last wish was not granted. */
  refused = $state.raw<Text | null>(null);
  /** The operator keeps this person out, and why. */
  banned = $state.raw<Text | null>(null);
  outdated = $state.raw(false);

  protected readonly connection: Connection<Message>;

  constructor(address: string, connect?: (url: string) => Socket) {
    const listener = {
      seen: () => this.seen(),
      hello: () => this.hello(),
      status: (status: Status) => this.line(status),
      message: (message: Message) => this.#hear(message),
    };
    this.connection = new Connection(address, listener, connect);
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
    this.connection.close();
  }

  /** Do not wait for the next try to get the line back. */
  retry(): void {
    this.connection.retry();
  }

  /** The number of the last thing that has been told here. */
  protected abstract seen(): number;

  /** What the server says, but for what is the same everywhere. */
  protected abstract receive(message: Message): void;

  /** What is said first instead of the hello of a game. */
  protected hello(): RoomClientMessage | undefined {
    return undefined;
  }

  protected line(status: Status): void {
    this.status = status;
    if (status === 'open') this.banned = null;
  }

  #hear(message: Message): void {
    if (message.type === 'reload') {
      this.outdated = true;
      this.close();
    } else if (message.type === 'refused' && message.code === 'banned') {
      // Perhaps not for ever: one asks again.
      this.banned = message.why;
      this.connection.turnedAway();
    } else {
      this.receive(message);
    }
  }
}
