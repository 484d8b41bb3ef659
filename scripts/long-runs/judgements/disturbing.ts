/** Shows lines of the kit what they have to object to: one answer or message after the other is another than it should be. */
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { lazy } from '#spec/lazy.ts';
import { audits } from '../../../conformance/audits/index.ts';
import { subscribeToAssertions } from '../../../conformance/runner/assertion-location.ts';
import { createInterruption } from '../../../conformance/runner/interruption.ts';
import { runAuditConcurrently } from '../../../conformance/runner/run-audit.ts';
import { prepareRun } from '../../../conformance/prepare-run.ts';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { createResponseValidator } from '../../../conformance/target/http/response-validator.ts';
import { parseManifest } from '../../../conformance/target/manifest.ts';
import { createSession } from '../../../conformance/target/session.ts';
import { createDisturbed, disturbancesOf } from '../../../fixtures/disturbances/disturb.ts';
import { someOf } from '../../../fixtures/disturbances/messages.ts';
import { serveFault } from '../../../fixtures/faults/serve.ts';
import { servedConditions } from '../../../fixtures/targets/reference.ts';
import type { Audit } from '../../../conformance/audit.ts';
import type { ServedReference } from '../../../fixtures/targets/reference.ts';

/** What an audit is kept waiting for does not come later either. */
const timeouts = { request: 10_000, event: 700, audit: 20_000, control: 10_000 };

/** Inputs of property tests, as a part of the usual number: two graphs full of random edits say what twenty say. */
const fewer = 0.1;

const validator = lazy(() => createResponseValidator(normative));

interface Stage {
  /** Runs an audit once, whatever comes of it. */
  play(audit: Audit): Promise<unknown>;
  close(): Promise<void>;
}

/** Prepares a target once for many runs: to survey its node types each time takes longer than most audits. */
const setStage = async ({ url, token, manifest }: ServedReference): Promise<Stage> => {
  const session = createSession({
    ...{ url, token, validate: validator(), seed: 1, shrinks: 0, times: fewer, folder: '.' },
    manifest: parseManifest(JSON.stringify({ ...manifest, wrongTokens: 1_000_000, timeouts })),
  });
  const { shared, learn, empty } = await prepareRun(
    session,
    createInterruption(new AbortController().signal),
  );
  await learn();
  return {
    play: (audit) => runAuditConcurrently(audit, shared),
    async close() {
      await empty();
      session.close();
    },
  };
};

/** Which audits come by a line that judges, where nothing is wrong. */
export const auditsByLine = async (): Promise<ReadonlyMap<string, ReadonlySet<Audit>>> => {
  const reached = new Map<string, Set<Audit>>();
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
          const known = reached.get(line) ?? new Set();
          if (audit) reached.set(line, known.add(audit));
        }
        lines = new Set();
      },
    });
  } finally {
    end();
    await served.close();
  }
  return reached;
};

/**
 * Disturbs the runs of an audit, one moment at a time.
 * @param isOver asked before each: whether there is nothing left to show
 * @returns how many runs it took
 */
export const disturb = async (audit: Audit, most: number, isOver: () => boolean): Promise<number> => {
  const disturbed = createDisturbed();
  const served = await serveFault(
    { ...disturbed.planted, under: 'everywhere' },
    servedConditions.filter((name) => audit.needs?.includes(`condition:${name}`)),
  );
  const stage = await setStage(served);
  try {
    // What is learnt once for all runs is learnt in the first.
    await stage.play(audit);
    disturbed.begin();
    await stage.play(audit);
    const disturbances = someOf(disturbancesOf(disturbed.said()), most);
    let runs = 0;
    for (const disturbance of disturbances) {
      if (isOver()) break;
      runs += 1;
      disturbed.begin(disturbance);
      await stage.play(audit);
    }
    disturbed.begin();
    return runs;
  } finally {
    await stage.close();
    await served.close();
  }
};
