import { isDeepStrictEqual } from 'node:util';
import { truncateJson } from '../json.ts';
import { publishAssertion } from './assertion-location.ts';
import { findDifference } from './snapshot.ts';
import { findEnvelopeError } from '../target/http/response-validator.ts';
import type { Assertions } from '../audit.ts';
import type { AssertionDetail } from './audit-outcome.ts';

/** What a line of an audit decides, and what becomes of it. */
interface AssertionHandler {
  /** A line that must hold; answers whether it does, unless it ends the audit. */
  readonly must: (holds: boolean, message: string, detail: AssertionDetail) => boolean;
  /** A line that should hold. */
  readonly should: (holds: boolean, message: string, detail: AssertionDetail) => boolean;
}

/** The lines by which an audit judges, in terms of a decision. */
export const createAssertions = (decision: AssertionHandler): Assertions => {
  const told =
    (decide: AssertionHandler['must']): AssertionHandler['must'] =>
    (holds, ...rest) => {
      publishAssertion(holds);
      return decide(holds, ...rest);
    };
  const must = told(decision.must);
  const should = told(decision.should);
  const hasEnvelope: Assertions['mustFail'] = (reply) => {
    const fault = findEnvelopeError(reply.json);
    const message = `${reply.title} answers with the error envelope`;
    return must(fault === undefined, message, { actual: fault });
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
