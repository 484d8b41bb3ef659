import { isDeepStrictEqual } from 'node:util';
import { truncateJson } from '../json.ts';
import { publishAssertion } from './assertion-location.ts';
import { findDifference } from './snapshot.ts';
import { findEnvelopeError } from '../target/http/response-validator.ts';
import type { Assertions } from '../audit.ts';
import type { AssertionDetail } from './audit-outcome.ts';

/** Handles the results of assertions. */
interface AssertionHandler {
  /** Handles a required assertion. Returns whether it holds, unless it ends the audit. */
  readonly must: (holds: boolean, message: string, detail: AssertionDetail) => boolean;
  /** Handles a recommended assertion. */
  readonly should: (holds: boolean, message: string, detail: AssertionDetail) => boolean;
}

/** Creates the assertions of an audit on top of a handler. */
export const createAssertions = (decision: AssertionHandler): Assertions => {
  const publishing =
    (decide: AssertionHandler['must']): AssertionHandler['must'] =>
    (holds, ...rest) => {
      publishAssertion(holds);
      return decide(holds, ...rest);
    };
  const must = publishing(decision.must);
  const should = publishing(decision.should);
  const hasEnvelope: Assertions['mustFail'] = (reply) => {
    const envelopeError = findEnvelopeError(reply.json);
    const message = `${reply.title} answers with the error envelope`;
    return must(envelopeError === undefined, message, { actual: envelopeError });
  };
  return {
    must: (holds, message, detail = {}) => must(holds, message, detail),
    should: (holds, message, detail = {}) => should(holds, message, detail),
    mustEqual: (actual, expected, message) =>
      must(isDeepStrictEqual(actual, expected), message, { expected, actual }),
    async mustBeUnchanged(kept, message) {
      const difference = await findDifference(kept);
      return must(difference === undefined, message, difference ?? {});
    },
    mustFail(reply, status, code) {
      const given = reply.at('error.code');
      const actual = `${reply.status} ${typeof given === 'string' ? given : truncateJson(reply.text)}`;
      const expected = code === undefined ? `${status}` : `${status} ${code}`;
      const isSo = reply.status === status && (code === undefined || given === code);
      return (
        must(isSo, `${reply.title} answers ${expected}`, { expected, actual }) && hasEnvelope(reply, status)
      );
    },
    mustNotSucceed: (reply, message) =>
      must(reply.status >= 400, message, { expected: 'an error status', actual: reply.status }) &&
      hasEnvelope(reply, reply.status),
  };
};
