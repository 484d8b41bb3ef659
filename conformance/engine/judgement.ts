import { isDeepStrictEqual } from 'node:util';
import { brief } from '../json.ts';
import { tellJudged } from './audit-line.ts';
import { differenceFrom } from './agreement.ts';
import { envelopeFault } from '../target/http/validator.ts';
import type { Judgements } from '../audit.ts';
import type { Detail } from './outcome.ts';

/** What a line of an audit decides, and what becomes of it. */
interface Decision {
  /** A line that must hold; answers whether it does, unless it ends the audit. */
  readonly must: (holds: boolean, message: string, detail: Detail) => boolean;
  /** A line that should hold. */
  readonly should: (holds: boolean, message: string, detail: Detail) => boolean;
}

/** The lines by which an audit judges, in terms of a decision. */
export const judgementsBy = (decision: Decision): Judgements => {
  const told =
    (decide: Decision['must']): Decision['must'] =>
    (holds, ...rest) => {
      tellJudged(holds);
      return decide(holds, ...rest);
    };
  const must = told(decision.must);
  const should = told(decision.should);
  const hasEnvelope: Judgements['mustFail'] = (reply) => {
    const fault = envelopeFault(reply.json);
    const message = `${reply.title} answers with the error envelope`;
    return must(fault === undefined, message, { actual: fault });
  };
  return {
    must: (holds, message, detail = {}) => must(holds, message, detail),
    should: (holds, message, detail = {}) => should(holds, message, detail),
    mustEqual: (actual, expected, message) =>
      must(isDeepStrictEqual(actual, expected), message, { expected, actual }),
    async mustAgree(kept, message) {
      const difference = await differenceFrom(kept);
      return must(difference === undefined, message, difference ?? {});
    },
    mustFail(reply, status, code) {
      const given = reply.at('error.code');
      const actual = `${reply.status} ${typeof given === 'string' ? given : brief(reply.text)}`;
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
