import { area } from '../../area.ts';
import { troubled } from '../../lab/runtime-trouble.ts';

/** Audits of a target whose runtime fails, or does not answer in time. */
export const runtimeTroubleAudits = [
  area('instances', 'token', 'runtime', 'condition:failingRuntime').audit(
    'failing-runtime',
    ['HTTP-018', 'ERR-027'],
    async (t) => {
      const { reply } = await troubled(t, 'failingRuntime');
      t.of('HTTP-018', 'ERR-027').mustFail(reply, 422);
      t.observe('code of 422', reply.at('error.code'));
    },
  ),
  area('instances', 'token', 'runtime', 'condition:slowRuntime').audit(
    'slow-runtime',
    ['HTTP-017', 'ERR-029'],
    async (t) => {
      const { reply } = await troubled(t, 'slowRuntime');
      t.of('HTTP-017', 'ERR-029').mustFail(reply, 504);
      t.observe('code of 504', reply.at('error.code'));
    },
  ),
];
