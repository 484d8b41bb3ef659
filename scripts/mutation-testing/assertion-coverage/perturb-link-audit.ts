/** Perturbs the messages of a runtime one at a time, for the assertions of audits over the runtime link. */
import { linkAudits } from '../../../conformance/audits/link/index.ts';
import { subscribeToAssertions } from '../../../conformance/runner/assertion-location.ts';
import {
  createPerturbedRuntime,
  listRuntimePerturbations,
} from '../../../fixtures/perturbations/perturbed-runtime.ts';
import { sampleEvenly } from '../../../fixtures/perturbations/perturb-messages.ts';
import { runKitOnRuntime } from '../../../fixtures/faults/link/run-link-kit.ts';
import type { LinkAudit } from '../../../conformance/link/link-audit.ts';
import type { MessagePerturbation } from '../../../fixtures/perturbations/perturb-messages.ts';
import type { RpcMessage } from '#runtime/link/remote/json-rpc.ts';

/** Short, because a perturbed run often waits for something that never comes. */
const shortTimeouts = { returnMs: 2_000, eventMs: 700, helloMs: 700, answerMs: 700 };

/** @returns the messages of the runtime */
const runLinkAudit = async (
  { id }: LinkAudit,
  perturbation?: MessagePerturbation<RpcMessage>,
): Promise<readonly RpcMessage[]> => {
  const { behavior, getSentMessages } = createPerturbedRuntime(perturbation);
  await runKitOnRuntime(behavior, [id], shortTimeouts);
  return getSentMessages();
};

/** Returns the audits that reach each assertion in an unperturbed run. */
export const mapLinkAuditsByLine = async (): Promise<ReadonlyMap<string, ReadonlySet<LinkAudit>>> => {
  const auditsByLine = new Map<string, Set<LinkAudit>>();
  let by: LinkAudit | undefined;
  const end = subscribeToAssertions(({ line }) => {
    if (line !== undefined && by) auditsByLine.set(line, (auditsByLine.get(line) ?? new Set()).add(by));
  });
  for (by of linkAudits) await runLinkAudit(by);
  end();
  return auditsByLine;
};

/** Repeats an audit with one perturbation at a time, as `perturbAudit` does. */
export const perturbLinkAudit = async (
  audit: LinkAudit,
  maxRuns: number,
  isDone: () => boolean,
): Promise<number> => {
  let runs = 0;
  for (const perturbation of sampleEvenly(listRuntimePerturbations(await runLinkAudit(audit)), maxRuns)) {
    if (isDone()) break;
    runs += 1;
    await runLinkAudit(audit, perturbation);
  }
  return runs;
};
