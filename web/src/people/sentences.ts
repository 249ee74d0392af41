/** What the server says about persons by key: apart, so that it comes with the pages of persons only. */
import { sentences } from '../game/sentences';
import { failureInWords, inWords } from '../game/words';
import { m } from '../paraglide/messages.js';
import { RequestError } from '../protocol/http';
import { day } from './dates';

export const peopleSentences = {
  problem_claimed: m.problem_claimed,
  problem_login: m.problem_login,
  problem_name: m.problem_name,
  problem_name_taken: m.problem_name_taken,
  problem_not_logged_in: m.problem_not_logged_in,
  problem_password: m.problem_password,
  problem_password_simple: m.problem_password_simple,
  problem_password_wrong: m.problem_password_wrong,
  problem_renamed: ({ date }: { date: string }) => m.problem_renamed({ date: day(date) }),
  problem_too_often: m.problem_too_often,
  problem_unknown_player: m.problem_unknown_player,
  problem_unknown_login: m.problem_unknown_login,
} as const;

const all = { ...sentences, ...peopleSentences };

/** Why something about a person failed. */
export const failure = (error: unknown): string =>
  error instanceof RequestError && error.why ? inWords(error.why, all) : failureInWords(error);
