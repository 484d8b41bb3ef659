import { isUnverifiedStop } from '../runner/audit-outcome.ts';
import { documentedComponents, type OpenApiOperation, sendRequest } from './openapi-operations.ts';
import { isSuccessStatus, listAttempts, type StatusAttempt } from './status-attempts.ts';
import { getStatusCondition } from './unreachable-statuses.ts';
import { describeStatus, type Reply } from '../target/http/exchange.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { UnseenReason } from './status-coverage.ts';

const sendAttempt = async (fixtures: RequestFixtures, attempt: StatusAttempt): Promise<Reply> => {
  const reply = await sendRequest(fixtures.http, await attempt.build(fixtures));
  if (reply.ok) fixtures.adopt(attempt.operation.path, reply.json);
  return reply;
};

/**
 * Returns the response to an attempt. Returns a string with the reason if something that the attempt needs could not be
 * created.
 */
export const tryAttempt = async (
  fixtures: RequestFixtures,
  attempt: StatusAttempt,
): Promise<Reply | string> => {
  try {
    return await sendAttempt(fixtures, attempt);
  } catch (error) {
    if (isUnverifiedStop(error)) return error.message;
    throw error;
  }
};

/**
 * Makes one attempt after another until the target returns the status. If the target never returns the status, returns
 * the statuses that it returned instead.
 */
const tryAttempts = async (fixtures: RequestFixtures, attempts: readonly StatusAttempt[], status: string) => {
  const responses = new Set<string>();
  let isSent = false;
  for (const attempt of attempts) {
    const reply = await tryAttempt(fixtures, attempt);
    if (typeof reply === 'string') {
      responses.add(reply);
      continue;
    }
    if (String(reply.status) === status) return undefined;
    isSent = true;
    responses.add(`${attempt.factor}: ${describeStatus(reply)}`);
  }
  return { isSent, text: responses.size === 0 ? 'no way to it is known' : [...responses].join('; ') };
};

/** Makes an operation respond with a documented status. If no attempt succeeds, returns the reason. */
export const provokeStatus = async (
  fixtures: RequestFixtures,
  operation: OpenApiOperation,
  status: string,
): Promise<UnseenReason | undefined> => {
  const attempts = listAttempts(operation, documentedComponents).filter(
    (attempt) => attempt.status === status,
  );
  const outcome = await tryAttempts(fixtures, attempts, status);
  if (outcome === undefined) return undefined;
  const condition = getStatusCondition(operation, status);
  return condition === undefined
    ? { unreachable: false, text: outcome.text }
    : { unreachable: true, text: `needs instances.${condition}` };
};

/**
 * Makes an operation respond with a documented status under the condition that the status requires. Sends requests that
 * usually succeed, also with sync=true where this is allowed. If no request causes the status, returns the reason. The
 * status is unreachable if the condition prevents even the request.
 */
export const provokeStatusUnderCondition = async (
  fixtures: RequestFixtures,
  operation: OpenApiOperation,
  status: string,
): Promise<UnseenReason | undefined> => {
  const attempts = listAttempts(operation, documentedComponents).filter((attempt) =>
    isSuccessStatus(attempt.status),
  );
  const outcome = await tryAttempts(fixtures, attempts, status);
  return outcome && { unreachable: !outcome.isSent, text: outcome.text };
};
