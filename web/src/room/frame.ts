/** What the room adds to the page of a game that is played in it. */
import type { Snippet } from 'svelte';
import type { Turn } from '../game/log';
import type { Seat, Talk } from '../protocol/types';
import type { SaidAfter } from './talk';

export interface Frame {
  /** Beside the board: the log, the talk and the table itself. */
  side: Snippet<[log: Snippet, turns: readonly Turn[]]>;
  /** What was said between the entries of the log, and how a line of it looks. */
  said: (turns: readonly Turn[]) => SaidAfter;
  saying: Snippet<[Talk]>;
  /** At a player: there, away, or a bot instead. */
  mark: Snippet<[Seat]>;
  /** Over the board: questions to you, who is away. */
  news: Snippet;
  /** In the strip while one waits: what was said. */
  meanwhile: Snippet<[open: () => void]>;
  /** One has left the game, or was done without: one looks on. */
  left: boolean;
  /** Something was said that has not been read. */
  unread: boolean;
  /** Ask for another game; not for spectators. */
  rematch: (() => void) | undefined;
  /** A rematch was asked for and has not been agreed to. */
  asked: boolean;
  /** It is, or is no longer, the turn of this browser. */
  turn(mine: boolean): void;
  /** Show the talk and go there. */
  openTalk(): void;
}
