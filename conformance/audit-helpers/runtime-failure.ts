import { TransportError } from '../target/http/transport.ts';
import { includesText } from '../target/hub/hub-event.ts';
import { createLogParameters, createUniqueText } from './console-writer.ts';
import { toActionPath } from './run-action.ts';
import type { AuditTools, TargetInCondition } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

export type RuntimeFailure = 'slowRuntime' | 'failingRuntime';

/**
 * Runs log.console while the runtime has a failure. If the text appears in the console nevertheless, the condition does
 * not hold. If the response reports success but the text is missing, the target has made up the success.
 */
export const runActionUnderFailure = async (
  t: AuditTools,
  condition: RuntimeFailure,
): Promise<TargetInCondition & { readonly reply: Reply }> => {
  const text = createUniqueText(t);
  const parameters = (await createLogParameters(t))(text);
  const copy = await t.underCondition(condition);
  const { http } = copy;
  if ((await http.get('/api/health')).at('runtimeConnected') !== true) {
    t.harnessError(`the runtime of ${condition} is connected`);
  }
  const reply = await awaitReply(t, http.post(toActionPath('log.console'), parameters));
  if (reply.ok && includesText((await http.get('/api/console?limit=500')).json, text)) {
    t.harnessError(`the runtime of ${condition} did what it was asked to`);
  }
  return { ...copy, reply };
};

/**
 * Like {@link runActionUnderFailure}, but requires that the failure is visible. Otherwise, requests during the failure
 * would prove nothing.
 */
export const givenRuntimeFailure = async (
  t: AuditTools,
  condition: RuntimeFailure,
): Promise<TargetInCondition> => {
  const { reply } = await runActionUnderFailure(t, condition);
  t.given(!reply.ok, `an action that the runtime of ${condition} does not carry out`);
  // Enters the condition again, because a control may cause the failure for one command only, and that command has
  // already run.
  return t.underCondition(condition);
};

/**
 * Awaits the response of a target whose runtime has a failure. The audit is NOT_VERIFIED if the response takes longer
 * than the kit waits.
 */
export const awaitReply = (t: AuditTools, reply: Promise<Reply>): Promise<Reply> =>
  reply.catch((error: unknown) => {
    if (!(error instanceof TransportError) || error.kind !== 'timeout') throw error;
    return t.unverified(`an answer within timeouts.request (${error.message})`);
  });
