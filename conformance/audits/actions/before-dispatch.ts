import { givenTroubled } from '../../lab/runtime-trouble.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
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

const mustRefuse = async (t: AuditContext, under: () => Promise<TargetInCondition>): Promise<void> => {
  const wrong = await wrongLog(t);
  const { http } = await under();
  t.mustFail(await http.post(actionPath('log.console'), wrong), 400);
};

/** Audits of what an action is refused for before the runtime is asked. */
export const beforeDispatchAudits = [
  slowActions.audit(
    'wrong-parameter',
    ['ACT-013'],
    { likelyCause: 'parameters are validated by the runtime, which does not answer' },
    (t) => mustRefuse(t, () => givenTroubled(t, 'slowRuntime')),
  ),
  lifelessActions.audit(
    'no-runtime-wrong-parameter',
    ['ACT-018'],
    { likelyCause: 'the runtime is asked for before the parameters are validated' },
    (t) => mustRefuse(t, () => t.under('noRuntime')),
  ),
];
