import { TransportFailure } from '../../target/http/client.ts';
import { mentions } from '../../json.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import type { Audit, AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

type Trouble = 'slowRuntime' | 'failingRuntime';

/**
 * Runs log.console where the runtime is in trouble. When its text is in the console all the same, the runtime did
 * its work and the condition is none; a success without it is the target's own invention.
 */
const troubled = async (t: AuditContext, condition: Trouble): Promise<Reply> => {
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

const troubleAudit = (
  id: string,
  requirements: Audit['requirements'],
  condition: Trouble,
  status: number,
): Audit =>
  area('instances', 'token', 'runtime', `condition:${condition}`).audit(id, requirements, async (t) => {
    const reply = await troubled(t, condition);
    t.mustFail(reply, status);
    t.observe(`code of ${status}`, reply.at('error.code'));
  });

/** Audits of a target whose runtime fails, or does not answer in time. */
export const runtimeTroubleAudits = [
  troubleAudit('failing-runtime', ['HTTP-018', 'ERR-027'], 'failingRuntime', 422),
  troubleAudit('slow-runtime', ['HTTP-017', 'ERR-029'], 'slowRuntime', 504),
];
