import { TransportFailure } from '../../target/http/client.ts';
import { mentions } from '../../json.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

type Trouble = 'slowRuntime' | 'failingRuntime';

/**
 * Runs log.console where the runtime is in trouble. When its text is in the console all the same, the runtime did
 * its work and the condition is none; a success without it is the target's own invention.
 */
const troubled = async (t: AuditTools, condition: Trouble): Promise<Reply> => {
  const usual = 'an action as usual';
  const text = `${condition} ${t.seed}-${Math.round(performance.now() * 1000)}`;
  const parameters = await workingLog(t, usual);
  const { http } = await t.under(condition);
  if ((await http.get('/api/health')).at('runtimeConnected') !== true) {
    t.unconfirmed(`the runtime of ${condition} is connected`);
  }
  const reply = await http
    .post(
      actionPath('log.console'),
      Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, value === usual ? text : value]),
      ),
    )
    .catch((error: unknown) => {
      if (!(error instanceof TransportFailure) || error.kind !== 'timeout') throw error;
      return t.unverified(`an answer within timeouts.request (${error.message})`);
    });
  if (reply.ok && mentions((await http.get('/api/console?limit=500')).json, text)) {
    t.unconfirmed(`the runtime of ${condition} did what it was told`);
  }
  return reply;
};

/** Audits of a target whose runtime fails, or does not answer in time. */
export const runtimeTroubleAudits = [
  area('instances', 'token', 'runtime', 'condition:failingRuntime').audit(
    'failing-runtime',
    ['HTTP-018', 'ERR-027'],
    async (t) => {
      const reply = await troubled(t, 'failingRuntime');
      t.of('HTTP-018', 'ERR-027').mustFail(reply, 422);
      t.observe('code of 422', reply.at('error.code'));
    },
  ),
  area('instances', 'token', 'runtime', 'condition:slowRuntime').audit(
    'slow-runtime',
    ['HTTP-017', 'ERR-029'],
    async (t) => {
      const reply = await troubled(t, 'slowRuntime');
      t.of('HTTP-017', 'ERR-029').mustFail(reply, 504);
      t.observe('code of 504', reply.at('error.code'));
    },
  ),
];
