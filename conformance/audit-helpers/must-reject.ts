import type { AuditContext } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** Any error at all, or one with this status and, when it is given, this code. */
type Rejection = 'no success' | readonly [status: number, code?: string];

/** Makes calls, named by what is wrong with them, that are refused and leave what `read` shows as it was. */
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
    await t.mustBeUnchanged(before, `${words} leaves all as it was`);
  }
};
