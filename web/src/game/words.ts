/** What the server says by key, in words. */
import { m } from '../paraglide/messages.js';
import { RequestError } from '../protocol/http';
import type { MessageKey, Text } from '../protocol/types';
import { colourName } from './names';
import { sentences } from './sentences';

type Sentence = (params: Record<string, string | number>) => string;

/** `known`: where more is said than a game says. */
export function inWords(
  text: Text,
  known: Partial<Record<MessageKey, (params: never) => string>> = sentences,
): string {
  const say = known[text.key] as Sentence | undefined;
  if (!say) return text.key;
  const params = { ...text.params };
  for (const name of ['owner', 'colour', 'others', 'active']) {
    const value = params[name];
    if (typeof value === 'string') params[name] = colourName(value);
  }
  return say(params);
}

/** The rule behind a reason: "R-7.1". */
export const ruleOf = (text: Text): string | null =>
  typeof text.params.rule === 'string' ? text.params.rule : null;

/** Why a request failed. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof RequestError)) return m.problem_unknown({ code: String(error) });
  if (error.why) return inWords(error.why);
  return error.code === 'offline' ? m.problem_offline() : m.problem_unknown({ code: error.code });
}
