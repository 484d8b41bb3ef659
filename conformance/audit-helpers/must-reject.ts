import { toActionPath } from './run-action.ts';
import type { AuditContext, AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** Removes the parts of a response to an unknown action that may vary, such as suggestions. */
export const normalizeActionReply = (reply: Reply, name: string): string => {
  const words = String(reply.at('error.message') ?? reply.text);
  return `${reply.status} ${words.replaceAll(name, 'NAME').replaceAll(name.split('.')[1] ?? '', 'NAME')}`;
};

/** Returns the response to an unknown action in the same category as an existing action. */
export const getUnknownActionReply = async (t: AuditTools, existingAction: string): Promise<string> => {
  const unknown = `${existingAction.split('.')[0]}.noSuchAction`;
  return normalizeActionReply(await t.http.post(toActionPath(unknown), {}), unknown);
};

/** The expected rejection: any error, or an error with this status and, if given, this code. */
type Rejection = 'no success' | readonly [status: number, code?: string];

/** Requires that each call is rejected and does not change what `read` returns. The calls are keyed by their defect. */
export const mustRejectWithoutEffect = async (
  t: AuditContext,
  read: () => Promise<unknown>,
  refusal: Rejection,
  calls: Readonly<Record<string, () => Promise<Reply>>>,
): Promise<void> => {
  const before = await t.snapshot(read);
  for (const [words, call] of Object.entries(calls)) {
    const reply = await call();
    if (refusal === 'no success') t.mustNotSucceed(reply, `${words} is no success`);
    else t.mustFail(reply, ...refusal);
    await t.mustBeUnchanged(before, `${words} changes nothing`);
  }
};
