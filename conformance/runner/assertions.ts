import { channel } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { truncateJson } from '../json.ts';
import { findEnvelopeError } from '../target/http/response-validator.ts';
import { findDifference, type Snapshot } from './snapshot.ts';
import type { Assertions } from '../audit.ts';
import { describeReply, type Exchange } from '../target/http/exchange.ts';
import type { AssertionDetail } from './audit-outcome.ts';

/** Matches a location in the kit's sources, such as `audits/values/values.ts:225`. */
const locationPattern = /\/conformance\/((?:audits|audit-helpers|model)\/[\w/-]+\.ts:\d+)/;

/**
 * Returns the source location of the current assertion, which is the innermost caller outside the runner. Returns
 * `undefined` if the sources are not available.
 */
const getAssertionLocation = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return locationPattern.exec(stack)?.[1];
};

/** Adds the source location of the current assertion to the assertion's details. */
export const addAssertionLocation = (detail: AssertionDetail): AssertionDetail => {
  const line = getAssertionLocation();
  return line === undefined ? detail : { ...detail, line };
};

interface AssertionResult {
  /** The source location, in the format of audit outcomes. `undefined` if the sources are not available. */
  readonly line: string | undefined;
  readonly holds: boolean;
}

const assertionChannel = channel('scene-runtime-control.judged');

/**
 * Calls a listener for every assertion that is made from now on.
 * @returns a function that unsubscribes the listener
 */
export const subscribeToAssertions = (listen: (result: AssertionResult) => void): (() => void) => {
  const forward = (result: unknown): void => listen(result as AssertionResult);
  assertionChannel.subscribe(forward);
  return () => void assertionChannel.unsubscribe(forward);
};

/** Notifies subscribers of the result of an assertion. */
const publishAssertion = (condition: boolean): void => {
  if (assertionChannel.hasSubscribers)
    assertionChannel.publish({ line: getAssertionLocation(), holds: condition } satisfies AssertionResult);
};

/**
 * What an assertion compares: values that were read from responses, or only the status and the stated fields of a
 * response.
 */
export type AssertionSubject = 'values' | 'status';

interface AssertionHandler {
  /**
   * Handles the result of a required assertion. Returns whether the assertion holds, unless the result ends the audit.
   */
  readonly must: (
    condition: boolean,
    message: string,
    detail: AssertionDetail,
    subject?: AssertionSubject,
  ) => boolean;
  /** Handles the result of a recommended assertion, and returns whether the assertion holds. */
  readonly should: (condition: boolean, message: string, detail: AssertionDetail) => boolean;
  /** Returns the request that changed whatever has changed since a snapshot. */
  readonly findChangeSince?: (snapshot: Snapshot) => Exchange | undefined;
}

/** Creates an audit's assertions, which pass their results to the given handler. */
export const createAssertions = (decision: AssertionHandler): Assertions => {
  const publishing =
    (decide: AssertionHandler['must']): AssertionHandler['must'] =>
    (condition, ...args) => {
      publishAssertion(condition);
      return decide(condition, ...args);
    };
  const must = publishing(decision.must);
  const should = publishing(decision.should);
  const hasEnvelope: Assertions['mustFail'] = (reply) => {
    const envelopeError = findEnvelopeError(reply.json);
    const message = `${reply.title} answers with the error envelope`;
    return must(envelopeError === undefined, message, { actual: envelopeError, reply }, 'status');
  };
  return {
    must: (condition, message, detail = {}) => must(condition, message, detail),
    should: (condition, message, detail = {}) => should(condition, message, detail),
    mustEqual: (actual, expected, message, detail) =>
      must(isDeepStrictEqual(actual, expected), message, { ...detail, expected, actual }),
    async mustBeUnchanged(snapshot, message) {
      const exchange = decision.findChangeSince?.(snapshot);
      const difference = await findDifference(snapshot);
      return must(difference === undefined, message, {
        ...difference,
        ...(exchange && { exchange, isSideEffect: true }),
      });
    },
    mustFail(reply, status, code) {
      const actualCode = reply.at('error.code');
      const actual = `${reply.status} ${typeof actualCode === 'string' ? actualCode : truncateJson(reply.text)}`;
      const expected = code === undefined ? `${status}` : `${status} ${code}`;
      const isExpected = reply.status === status && (code === undefined || actualCode === code);
      return (
        must(isExpected, `${reply.title} answers ${expected}`, { expected, actual, reply }, 'status') &&
        hasEnvelope(reply, status)
      );
    },
    mustSucceed: (reply, message) => must(reply.ok, message, describeReply(reply)),
    mustNotSucceed: (reply, message) =>
      must(
        reply.status >= 400,
        message,
        { expected: 'an error status', actual: reply.status, reply },
        'status',
      ) && hasEnvelope(reply, reply.status),
  };
};
