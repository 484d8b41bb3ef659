/** The same for the lines that judge a runtime: one message of it after the other is another than it should be. */
import { linkAudits } from '../../../conformance/audits/link/index.ts';
import { subscribeToAssertions } from '../../../conformance/runner/assertion-location.ts';
import { createDisturbedRuntime, otherThan } from '../../../fixtures/disturbances/disturb-link.ts';
import { someOf } from '../../../fixtures/disturbances/messages.ts';
import { judgeRuntime } from '../../../fixtures/faults/link/judge.ts';
import type { LinkAudit } from '../../../conformance/link/link-audit.ts';
import type { OtherMessage } from '../../../fixtures/disturbances/messages.ts';
import type { RpcMessage } from '#runtime/link/remote/rpc.ts';

/** What is kept back does not come later either. */
const patience = { returnMs: 2_000, eventMs: 700, helloMs: 700, answerMs: 700 };

/** @returns what the runtime said */
const run = async ({ id }: LinkAudit, other?: OtherMessage<RpcMessage>): Promise<readonly RpcMessage[]> => {
  const { departure, said } = createDisturbedRuntime(other);
  await judgeRuntime(departure, [id], patience);
  return said();
};

/** Which audits come by a line that judges, where nothing is wrong. */
export const linkAuditsByLine = async (): Promise<ReadonlyMap<string, ReadonlySet<LinkAudit>>> => {
  const reached = new Map<string, Set<LinkAudit>>();
  let by: LinkAudit | undefined;
  const end = subscribeToAssertions(({ line }) => {
    if (line !== undefined && by) reached.set(line, (reached.get(line) ?? new Set()).add(by));
  });
  for (by of linkAudits) await run(by);
  end();
  return reached;
};

/** Disturbs the runs of an audit as `disturb` does. */
export const disturbLink = async (audit: LinkAudit, most: number, isOver: () => boolean): Promise<number> => {
  let runs = 0;
  for (const other of someOf(otherThan(await run(audit)), most)) {
    if (isOver()) break;
    runs += 1;
    await run(audit, other);
  }
  return runs;
};
