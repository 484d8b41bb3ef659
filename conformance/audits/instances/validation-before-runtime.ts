import { findLogParameters, toActionPath } from '../../audit-helpers/run-action.ts';
import { givenRuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import { type AuditContext, type AuditTools, defineAuditArea, type TargetInCondition } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const slowRuntimeInstances = defineAuditArea('instances', 'token', 'runtime', 'condition:slowRuntime');
const noRuntimeInstances = defineAuditArea('instances', 'token', 'runtime', 'condition:noRuntime');

/** Returns a call of log.console that is valid except for the type of its text parameter. */
const createInvalidLogCall = async (t: AuditTools): Promise<Record<string, unknown>> => {
  const text = 'a valid call';
  const valid = await findLogParameters(t, text);
  const name = Object.keys(valid).find((key) => valid[key] === text);
  if (name !== undefined) return { ...valid, [name]: { not: 'a text' } };
  return t.unverified('a call of log.console with a chosen text (choices.actions "log.console", with TEXT)');
};

const sendInvalidLogCall = async (
  t: AuditContext,
  under: () => Promise<TargetInCondition>,
): Promise<Reply> => {
  const invalidCall = await createInvalidLogCall(t);
  const { http } = await under();
  return http.post(toActionPath('log.console'), invalidCall);
};

/** Audits of calls that are rejected before the runtime receives them. */
export const audits = [
  slowRuntimeInstances
    .with({ likelyCause: 'parameters are validated by the runtime, which does not respond' })
    .audit(
      'wrong-parameter',
      ['ACT-013'],
      async (t) =>
        void t.mustFail(await sendInvalidLogCall(t, () => givenRuntimeFailure(t, 'slowRuntime')), 400),
    ),
  noRuntimeInstances
    .with({ likelyCause: 'parameters are validated by the runtime, which is absent' })
    .audit('no-runtime-wrong-parameter', ['ACT-018'], async (t) => {
      // Two rules apply here: parameters are validated before dispatch, and calls that need an absent runtime return
      // 503.
      const reply = await sendInvalidLogCall(t, () => t.underCondition('noRuntime'));
      if (
        t.must([400, 503].includes(reply.status), 'the call is rejected with 400 or 503', {
          actual: reply.status,
        })
      )
        t.observe('a wrong parameter without a runtime', reply.status);
    }),
];
