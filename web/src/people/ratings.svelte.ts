/** The ratings at a table, by seat: asked for when somebody else sits there, and when the game is over. */
import type { RatedSeat, Room } from '../protocol/types';
import { ratings } from './http';

export class Ratings {
  #seats = $state.raw<readonly RatedSeat[]>([]);
  #asked = '';

  at(seat: number): RatedSeat | undefined {
    return this.#seats.find((rated) => rated.seat === seat);
  }

  /** Those who sit in a room, if games there are rated. */
  async ofRoom({ id, rated, seats, status }: Room): Promise<void> {
    const who = seats.map(({ name, bot, claimed }) => (claimed ? name : (bot ?? '')));
    await this.#ask(rated ? JSON.stringify([who, status]) : '', () => ratings('rooms', id));
  }

  /** Those who play a rated game, with what it has changed when it is over. */
  async ofTable(id: string): Promise<void> {
    await this.#ask(id, () => ratings('tables', id));
  }

  async #ask(question: string, answer: () => Promise<RatedSeat[]>): Promise<void> {
    if (question === this.#asked) return;
    this.#asked = question;
    const seats = question ? await answer().catch(() => []) : [];
    if (this.#asked === question) this.#seats = seats;
  }
}
