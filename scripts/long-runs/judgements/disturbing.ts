/** Shows lines of the kit what they have to object to: one answer or message after the other is another than it should be. */
import { audits } from '../../../conformance/audits/index.ts';
import { onJudged } from '../../../conformance/engine/audit-line.ts';
import { runConformance } from '../../../conformance/run.ts';
import { createDisturbed, disturbancesOf } from '../../../fixtures/disturbances/disturb.ts';
import { serveFault } from '../../../fixtures/faults/serve.ts';
import { servedConditions } from '../../../fixtures/targets/reference.ts';
import type { Audit } from '../../../conformance/audit.ts';
import type { Report } from '../../../conformance/run.ts';
import type { ServedReference } from '../../../fixtures/targets/reference.ts';

/** What an audit is kept waiting for does not come later either. */
const timeouts = { request: 10_000, event: 700, audit: 20_000, control: 10_000 };

/** @param begin called when the target is prepared, and the audit begins */
const run = ({ url, token, manifest }: ServedReference, audit: Audit, begin: () => void): Promise<Report> =>
  runConformance({
    ...{ url, token, only: [audit.id], alone: true, sideBySide: false, seed: 1, shrinks: 0 },
    manifest: { ...manifest, wrongTokens: 1_000, timeouts },
    onProgress: ({ kind }) => kind === 'started' && begin(),
  });

/** Which audits come by a line that judges, where nothing is wrong. */
export const auditsByLine = async (): Promise<ReadonlyMap<string, ReadonlySet<Audit>>> => {
  const reached = new Map<string, Set<Audit>>();
  const served = await serveFault({}, servedConditions);
  let lines = new Set<string>();
  const end = onJudged(({ line }) => line !== undefined && lines.add(line));
  try {
    const { url, token, manifest } = served;
    await runConformance({
      ...{ url, token, manifest, sideBySide: false, seed: 1 },
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
  try {
    await run(served, audit, () => disturbed.begin());
    const disturbances = disturbancesOf(disturbed.said()).slice(0, most);
    let runs = 0;
    for (const disturbance of disturbances) {
      if (isOver()) break;
      runs += 1;
      await run(served, audit, () => disturbed.begin(disturbance));
      disturbed.begin();
    }
    return runs;
  } finally {
    await served.close();
  }
};
