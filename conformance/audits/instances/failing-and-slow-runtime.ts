import { defineAuditArea } from '../../define-audit-area.ts';
import { runActionUnderFailure } from '../../audit-helpers/runtime-failure.ts';

/** Audits of a target whose runtime fails or does not respond in time. */
export const failingAndSlowRuntimeAudits = [
  defineAuditArea('instances', 'token', 'runtime', 'condition:failingRuntime').audit(
    'failing-runtime',
    ['HTTP-018', 'ERR-027'],
    async (t) => {
      const { reply } = await runActionUnderFailure(t, 'failingRuntime');
      t.for('HTTP-018', 'ERR-027').mustFail(reply, 422);
      t.observe('code of 422', reply.at('error.code'));
    },
  ),
  defineAuditArea('instances', 'token', 'runtime', 'condition:slowRuntime').audit(
    'slow-runtime',
    ['HTTP-017', 'ERR-029'],
    async (t) => {
      const { reply } = await runActionUnderFailure(t, 'slowRuntime');
      t.for('HTTP-017', 'ERR-029').mustFail(reply, 504);
      t.observe('code of 504', reply.at('error.code'));
    },
  ),
];
