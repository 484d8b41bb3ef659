import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import schema from '#spec/documents/runtime-link.schema.json' with { type: 'json' };
import { linkAudits } from '../audits/link/index.ts';
import { computeReportStamp, countStatuses, type Report, reportFormat } from '../report/report.ts';
import { linkRequirements } from '../requirements/link.ts';
import { type AuditOutcome, AuditStop } from '../runner/audit-outcome.ts';
import { InterruptedError, runUnlessAborted } from '../runner/interruption.ts';
import { computeProfileVerdicts, resolveRequirement } from '../runner/requirement-result.ts';
import { selectAudits } from '../runner/select-audits.ts';
import { startLinkServer } from './link-server.ts';
import { runLinkAudit } from './run-link-audit.ts';
import {
  createRuntimeUnderTest,
  defaultTimeouts,
  type LinkTimeouts,
  type RuntimeCapabilities,
  type RuntimeUnderTest,
} from './runtime-under-test.ts';
import type { Progress } from '../report/progress.ts';
import type { Profile } from '../requirements/requirement.ts';
import type { LinkAudit } from './link-audit.ts';

interface LinkConformanceOptions {
  /** The port to listen on. If the port is 0, the system picks a free port. */
  readonly port: number;
  /** Called with the address to which runtimes connect, as soon as the server is listening. */
  readonly onListening?: (url: string) => void;
  /** How long to wait for a runtime to connect, in milliseconds. The default is 60 s. */
  readonly waitMs?: number;
  /** Ids of audits, requirements or sections that limit the run. A trailing `*` matches any ending. */
  readonly only?: readonly string[];
  /**
   * Whether an audit that checks all messages checks only the messages of the selected audits. If `false`, selecting
   * such an audit selects all other audits too.
   */
  readonly onlySelected?: boolean;
  readonly timeouts?: Partial<LinkTimeouts>;
  /** The service version that the kit sends in the response to hello. */
  readonly version?: string;
  /** The command that repeats this run, as the report shows it. */
  readonly rerun?: string;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

const defaultWaitMs = 60_000;
const claimedProfiles: ReadonlySet<Profile> = new Set(['LINK']);

/**
 * Checks the first runtime that connects, and returns a report. All errors of the runtime appear in the report.
 * @throws UsageError if the port is already in use or an id is unknown
 */
export const runLinkConformance = async (options: LinkConformanceOptions): Promise<Report> => {
  const started = new Date();
  const { port, only, timeouts, waitMs = defaultWaitMs, version = '0.0.0' } = options;
  const selection = selectAudits(linkRequirements, linkAudits, only, options.onlySelected);
  const host = await startLinkServer(port);
  try {
    options.onListening?.(host.url);
    const runtime = createRuntimeUnderTest(host, { ...defaultTimeouts, ...timeouts }, version);
    const outcome = await runAudits(runtime, selection.audits, waitMs, options);
    const evaluated = outcome.problem === undefined ? selection.requirements : [];
    const results = evaluated
      .filter(({ excluded }) => excluded === undefined)
      .map((row) =>
        resolveRequirement(
          row,
          outcome.audits.filter(({ requirements }) => requirements.includes(row.id)),
          false,
        ),
      );
    const { name, version: target } = outcome.capabilities ?? {};
    return {
      format: reportFormat,
      target: {
        url: host.url,
        ...(name !== undefined && { name }),
        ...(target !== undefined && { version: target }),
      },
      startedAt: started.toISOString(),
      durationMs: Date.now() - started.getTime(),
      // The run uses no random values.
      seed: 0,
      stamp: computeReportStamp(linkRequirements, linkAudits, [schema, asyncapi], ''),
      rerun: { command: options.rerun ?? createRerunCommand(port), tokens: {} },
      ...(only && { only }),
      ...(outcome.problem !== undefined && { problem: outcome.problem }),
      ...(options.signal?.aborted && { interrupted: true }),
      ...{ left: [], besideOnly: [], coverage: [], undocumented: [], events: [], readings: [] },
      profiles: computeProfileVerdicts(results, claimedProfiles, only === undefined),
      counts: countStatuses(results),
      requirements: results,
      excluded: evaluated.flatMap(({ id, text, excluded }) =>
        excluded === undefined ? [] : [{ id, text, reason: excluded }],
      ),
      audits: outcome.audits,
    };
  } finally {
    await host.close();
  }
};

const createRerunCommand = (port: number): string =>
  `npx scene-runtime conform --as controller --listen ${port}`;

interface RunOutcome {
  readonly audits: readonly AuditOutcome[];
  readonly capabilities?: RuntimeCapabilities;
  readonly problem?: string;
}

const runAudits = async (
  runtime: RuntimeUnderTest,
  selected: readonly LinkAudit[],
  waitMs: number,
  { onProgress = () => {}, signal = new AbortController().signal }: LinkConformanceOptions,
): Promise<RunOutcome> => {
  const { url } = runtime.server;
  onProgress({ kind: 'waiting', url });
  try {
    const first = await runUnlessAborted(signal, () => runtime.server.waitForConnection(0, waitMs));
    if (!first) return { audits: [], problem: `No runtime connected to ${url} within ${waitMs / 1000} s` };
    await runUnlessAborted(signal, () => runtime.getLink());
  } catch (error) {
    if (error instanceof InterruptedError) return { audits: [], problem: 'the run was interrupted first' };
    if (!(error instanceof AuditStop)) throw error;
    // If the runtime's hello can't be parsed, the runtime is checked by its behavior.
    if (!runtime.capabilities)
      return { audits: [], problem: `The runtime that connected to ${url} did not send hello` };
  }
  const capabilities = runtime.capabilities;
  if (!capabilities)
    return { audits: [], problem: `The runtime that connected to ${url} did not send hello` };
  onProgress({ kind: 'started', url: `${capabilities.name} at ${url}`, total: selected.length, seed: 0 });
  const audits: AuditOutcome[] = [];
  for (const [index, audit] of selected.entries()) {
    const outcomes = await runLinkAudit(audit, runtime, capabilities, signal);
    audits.push(...outcomes);
    for (const outcome of outcomes)
      onProgress({ kind: 'audited', outcome, done: index + 1, total: selected.length });
  }
  return { audits, capabilities };
};
