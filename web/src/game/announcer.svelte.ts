/** What is told to those who listen: each thing once, politely, or at once where it is a result. */
export interface Announcement {
  id: number;
  text: string;
  urgent: boolean;
}

/** Older ones are forgotten; a reader has them in its queue. */
const KEPT = 24;

export class Announcer {
  told = $state.raw<readonly Announcement[]>([]);
  #next = 0;
  #last = '';

  /** `urgent`: lost, landed, your turn, game over, refused. The same again, directly after, is not repeated. */
  say(text: string, urgent = false): void {
    if (!text || text === this.#last) return;
    this.#last = text;
    this.told = [...this.told, { id: this.#next++, text, urgent }].slice(-KEPT);
  }
}
