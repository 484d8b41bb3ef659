import { givenTroubled } from '../../lab/runtime-trouble.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { AuditContext, AuditTools, TargetInCondition } from '../../audit.ts';

const slowActions = area('instances', 'token', 'runtime', 'condition:slowRuntime');
const lifelessActions = area('instances', 'token', 'runtime', 'condition:noRuntime');

/** A call of log.console that is valid but for the type of its text. */
const wrongLog = async (t: AuditTools): Promise<Record<string, unknown>> => {
  const text = 'a valid call';
  const valid = await workingLog(t, text);
  const name = Object.keys(valid).find((key) => valid[key] === text);
  if (name !== undefined) return { ...valid, [name]: { not: 'a text' } };
  return t.unverified(
    'a call of log.console with a text of its own (choices.actions "log.console", with TEXT)',
  );
};

const answerTo = async (t: AuditContext, under: () => Promise<TargetInCondition>): Promise<Reply> => {
  const wrong = await wrongLog(t);
  const { http } = await under();
  return http.post(actionPath('log.console'), wrong);
};

/** Audits of what an action is refused for before the runtime is asked. */
export const beforeDispatchAudits = [
  slowActions.audit(
    'wrong-parameter',
    ['ACT-013'],
    { likelyCause: 'parameters are validated by the runtime, which does not answer' },
    async (t) => void t.mustFail(await answerTo(t, () => givenTroubled(t, 'slowRuntime')), 400),
  ),
  lifelessActions.audit(
    'no-runtime-wrong-parameter',
    ['ACT-018'],
    { likelyCause: 'parameters are validated by the runtime, which is absent' },
    async (t) => {
      // both sentences hold: parameters are validated before dispatch, and what needs an absent runtime is 503
      const reply = await answerTo(t, () => t.under('noRuntime'));
      if (
        t.must([400, 503].includes(reply.status), 'it is refused with 400 or 503', { actual: reply.status })
      )
        t.observe('a wrong parameter without a runtime', reply.status);
    },
  ),
];
