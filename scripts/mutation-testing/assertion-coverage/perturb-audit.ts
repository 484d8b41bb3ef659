/** Makes assertions fail by perturbing one response or message at a time. */
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { lazy } from '#spec/lazy.ts';
import { loadAudits } from '../../../conformance/audits/index.ts';
import { linkAudits } from '../../../conformance/audits/link/index.ts';
import { prepareRun } from '../../../conformance/prepare-run.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { subscribeToAssertions } from '../../../conformance/runner/assertions.ts';
import { createInterruption } from '../../../conformance/runner/interruption.ts';
import { runAuditConcurrently } from '../../../conformance/runner/run-audit.ts';
import { createResponseValidator } from '../../../conformance/target/http/response-validator.ts';
import { parseManifest } from '../../../conformance/target/manifest.ts';
import { createSession } from '../../../conformance/target/session.ts';
import { runKitOnRuntime } from '../../../fixtures/faults/link/run-link-kit.ts';
import { serveFault } from '../../../fixtures/faults/serve-fault.ts';
import { type MessagePerturbation, sampleEvenly } from '../../../fixtures/perturbations/perturb-messages.ts';
import {
  createPerturbedRuntime,
  listRuntimePerturbations,
} from '../../../fixtures/perturbations/perturbed-runtime.ts';
import {
  createPerturbedService,
  listServicePerturbations,
} from '../../../fixtures/perturbations/perturbed-service.ts';
import { servedConditions, type ServedReference } from '../../../fixtures/targets/reference-target.ts';
import type { RpcMessage } from '#runtime/link/remote/json-rpc.ts';
import type { Audit } from '../../../conformance/audit.ts';
import type { LinkAudit } from '../../../conformance/link/link-audit.ts';

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

const audits = await loadAudits();

/** The timeouts are short, because a perturbed run often waits for something that never comes. */
const timeouts = { request: 10_000, event: 700, audit: 20_000, control: 10_000 };

/** The share of the usual number of property test inputs. Two graphs with random edits reveal as much as twenty. */
const propertyRunFactor = 0.1;

const validator = lazy(() => createResponseValidator(normative));

interface PreparedTarget {
  /** Runs an audit once, and ignores its result. */
  runAudit(audit: Audit): Promise<unknown>;
  close(): Promise<void>;
}

/** Prepares a target a single time for many runs, because surveying its node types takes longer than most audits. */
const prepareTarget = async ({ url, token, manifest }: ServedReference): Promise<PreparedTarget> => {
  const session = createSession({
    ...{ url, token, validate: validator(), seed: 1, shrinks: 0, times: propertyRunFactor, folder: '.' },
    manifest: parseManifest(JSON.stringify({ ...manifest, wrongTokens: 1_000_000, timeouts })),
  });
  const { shared, discoverFields, empty } = await prepareRun(
    session,
    createInterruption(new AbortController().signal),
  );
  await discoverFields();
  return {
    runAudit: (audit) => runAuditConcurrently(audit, shared),
    async close() {
      await empty();
      session.close();
    },
  };
};

/** Returns the audits that reach each assertion in an unperturbed run, keyed by the assertion's line. */
export const mapAuditsByLine = async (): Promise<ReadonlyMap<string, ReadonlySet<Audit>>> => {
  const auditsByLine = new Map<string, Set<Audit>>();
  const served = await serveFault({}, servedConditions);
  let lines = new Set<string>();
  const end = subscribeToAssertions(({ line }) => line !== undefined && lines.add(line));
  try {
    const { url, token, manifest } = served;
    await runConformance({
      ...{ url, token, manifest, concurrent: false, seed: 1 },
      onProgress(progress) {
        if (progress.kind !== 'audited') return;
        const audit = audits.find(({ id }) => id === progress.outcome.audit);
        for (const line of lines) {
          const lineAudits = auditsByLine.get(line) ?? new Set();
          if (audit) auditsByLine.set(line, lineAudits.add(audit));
        }
        lines = new Set();
      },
    });
  } finally {
    end();
    await served.close();
  }
  return auditsByLine;
};

/**
 * Repeats an audit, with a different perturbation in each run.
 * @param isDone called before each run; returns whether all assertions have failed
 * @returns the number of runs
 */
export const perturbAudit = async (audit: Audit, maxRuns: number, isDone: () => boolean): Promise<number> => {
  const perturbedService = createPerturbedService();
  const served = await serveFault(
    { ...perturbedService.fault, under: 'everywhere' },
    servedConditions.filter((name) => audit.needs?.includes(`condition:${name}`)),
  );
  const preparedTarget = await prepareTarget(served);
  try {
    // The first run is not recorded, because it also infers data that all later runs reuse.
    await preparedTarget.runAudit(audit);
    perturbedService.startRun();
    await preparedTarget.runAudit(audit);
    const perturbations = sampleEvenly(listServicePerturbations(perturbedService.getRecordedRun()), maxRuns);
    let runs = 0;
    for (const perturbation of perturbations) {
      if (isDone()) break;
      runs += 1;
      perturbedService.startRun(perturbation);
      await preparedTarget.runAudit(audit);
    }
    perturbedService.startRun();
    return runs;
  } finally {
    await preparedTarget.close();
    await served.close();
  }
};
