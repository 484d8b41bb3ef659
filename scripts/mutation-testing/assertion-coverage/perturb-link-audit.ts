/** Perturbs a runtime's messages one at a time, to make the assertions in runtime link audits fail. */
import { linkAudits } from '../../../conformance/audits/link/index.ts';
import { subscribeToAssertions } from '../../../conformance/runner/assertions.ts';
import {
  createPerturbedRuntime,
  listRuntimePerturbations,
} from '../../../fixtures/perturbations/perturbed-runtime.ts';
import { sampleEvenly } from '../../../fixtures/perturbations/perturb-messages.ts';
import { runKitOnRuntime } from '../../../fixtures/faults/link/run-link-kit.ts';
import type { LinkAudit } from '../../../conformance/link/link-audit.ts';
import type { MessagePerturbation } from '../../../fixtures/perturbations/perturb-messages.ts';
import type { RpcMessage } from '#runtime/link/remote/json-rpc.ts';

/** The timeouts are short, because a perturbed run often waits for something that never comes. */
const shortTimeouts = { returnMs: 2_000, eventMs: 700, helloMs: 700, answerMs: 700 };

/**
 * Runs an audit over the runtime link.
 * @returns the runtime's messages
 */
const runLinkAudit = async (
  { id }: LinkAudit,
  perturbation?: MessagePerturbation<RpcMessage>,
): Promise<readonly RpcMessage[]> => {
  const { behavior, getSentMessages } = createPerturbedRuntime(perturbation);
  await runKitOnRuntime(behavior, [id], shortTimeouts);
  return getSentMessages();
};

/** Returns the audits that reach each assertion in an unperturbed run, keyed by the assertion's line. */
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

/** Repeats an audit with a different perturbation in each run, like `perturbAudit`. */
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
