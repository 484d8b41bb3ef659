import type { AuditContext } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

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
