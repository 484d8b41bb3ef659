import { givenTroubled } from '../../lab/runtime-trouble.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';

const slowActions = area('instances', 'token', 'runtime', 'condition:slowRuntime');

/** Audits of what an action is refused for before the runtime is asked. */
export const beforeDispatchAudits = [
  slowActions.audit(
    'wrong-parameter',
    ['ACT-013'],
    { likelyCause: 'parameters are validated by the runtime, which does not answer' },
    async (t) => {
      const text = 'a valid call';
      const valid = await workingLog(t, text);
      const name = Object.keys(valid).find((key) => valid[key] === text);
      if (name === undefined) {
        return t.unverified(
          'a call of log.console with a text of its own (choices.actions "log.console", with TEXT)',
        );
      }
      const { http } = await givenTroubled(t, 'slowRuntime');
      const refused = await http.post(actionPath('log.console'), { ...valid, [name]: { not: 'a text' } });
      t.mustFail(refused, 400);
    },
  ),
];
