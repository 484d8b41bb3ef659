import { isNotGiven } from '../engine/stop.ts';
import { attemptsOf, isSuccess } from './attempts.ts';
import { components } from './documents.ts';
import { conditionFor } from './reasons.ts';
import { sendRequest } from './request.ts';
import type { Reply } from '../target/http/exchange.ts';
import type { Attempt } from './attempts.ts';
import type { Bench } from './bench.ts';
import type { Reason } from './coverage.ts';
import type { ReplayOperation } from './document.ts';

const send = async (bench: Bench, attempt: Attempt): Promise<Reply> => {
  const reply = await sendRequest(bench.http, await attempt.build(bench));
  if (reply.ok) bench.adopt(attempt.operation.path, reply.json);
  return reply;
};

/** What an attempt is answered; a text when something that it takes could not be made. */
export const tryOut = async (bench: Bench, attempt: Attempt): Promise<Reply | string> => {
  try {
    return await send(bench, attempt);
  } catch (error) {
    if (isNotGiven(error)) return error.message;
    throw error;
  }
};

/** Tries one after another until the status is answered; otherwise what was answered, and whether anything was. */
const tryAll = async (bench: Bench, attempts: readonly Attempt[], status: string) => {
  const answers = new Set<string>();
  let isSent = false;
  for (const attempt of attempts) {
    const reply = await tryOut(bench, attempt);
    if (typeof reply === 'string') {
      answers.add(reply);
      continue;
    }
    if (String(reply.status) === status) return undefined;
    isSent = true;
    answers.add(`${attempt.factor}: ${reply.status} ${String(reply.at('error.code') ?? '')}`.trim());
  }
  return { isSent, text: answers.size === 0 ? 'no way to it is known' : [...answers].join('; ') };
};

/** Has an operation answer a documented status; answers why it did not. */
export const provoke = async (
  bench: Bench,
  operation: ReplayOperation,
  status: string,
): Promise<Reason | undefined> => {
  const attempts = attemptsOf(operation, components).filter((attempt) => attempt.status === status);
  const outcome = await tryAll(bench, attempts, status);
  if (outcome === undefined) return undefined;
  const condition = conditionFor(operation, status);
  return condition === undefined
    ? { unreachable: false, text: outcome.text }
    : { unreachable: true, text: `needs instances.${condition}` };
};

/**
 * Has an operation answer a documented status in the condition that this takes, by what usually succeeds, also
 * synchronising where it may; answers why it did not. What cannot even be asked in the condition is unreachable.
 */
export const provokeUnder = async (
  bench: Bench,
  operation: ReplayOperation,
  status: string,
): Promise<Reason | undefined> => {
  const attempts = attemptsOf(operation, components).filter((attempt) => isSuccess(attempt.status));
  const outcome = await tryAll(bench, attempts, status);
  return outcome && { unreachable: !outcome.isSent, text: outcome.text };
};
