import { isUnverifiedStop } from '../runner/audit-stop.ts';
import { listAttempts, isSuccessStatus } from './status-attempts.ts';
import { documentedComponents } from './spec-documents.ts';
import { getStatusCondition } from './unreachable-statuses.ts';
import { sendRequest } from './operation-request.ts';
import type { Reply } from '../target/http/exchange.ts';
import type { StatusAttempt } from './status-attempts.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { UnseenReason } from './status-coverage.ts';
import type { OpenApiOperation } from './openapi-operations.ts';

const sendAttempt = async (bench: RequestFixtures, attempt: StatusAttempt): Promise<Reply> => {
  const reply = await sendRequest(bench.http, await attempt.build(bench));
  if (reply.ok) bench.adopt(attempt.operation.path, reply.json);
  return reply;
};

/** Returns the response to an attempt, or a text if something that it needs could not be created. */
export const tryAttempt = async (bench: RequestFixtures, attempt: StatusAttempt): Promise<Reply | string> => {
  try {
    return await sendAttempt(bench, attempt);
  } catch (error) {
    if (isUnverifiedStop(error)) return error.message;
    throw error;
  }
};

/** Tries one attempt after another until the status is returned; otherwise returns what was answered. */
const tryAttempts = async (bench: RequestFixtures, attempts: readonly StatusAttempt[], status: string) => {
  const answers = new Set<string>();
  let isSent = false;
  for (const attempt of attempts) {
    const reply = await tryAttempt(bench, attempt);
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

/** Makes an operation respond with a documented status. Returns why that failed. */
export const provokeStatus = async (
  bench: RequestFixtures,
  operation: OpenApiOperation,
  status: string,
): Promise<UnseenReason | undefined> => {
  const attempts = listAttempts(operation, documentedComponents).filter(
    (attempt) => attempt.status === status,
  );
  const outcome = await tryAttempts(bench, attempts, status);
  if (outcome === undefined) return undefined;
  const condition = getStatusCondition(operation, status);
  return condition === undefined
    ? { unreachable: false, text: outcome.text }
    : { unreachable: true, text: `needs instances.${condition}` };
};

/**
 * Makes an operation respond with a documented status in the condition that it requires, with requests that usually
 * succeed, also synchronizing if allowed. Returns why that failed. What can't even be requested in the condition is
 * unreachable.
 */
export const provokeStatusUnderCondition = async (
  bench: RequestFixtures,
  operation: OpenApiOperation,
  status: string,
): Promise<UnseenReason | undefined> => {
  const attempts = listAttempts(operation, documentedComponents).filter((attempt) =>
    isSuccessStatus(attempt.status),
  );
  const outcome = await tryAttempts(bench, attempts, status);
  return outcome && { unreachable: !outcome.isSent, text: outcome.text };
};
