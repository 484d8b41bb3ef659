import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { loadAudits } from './audits/index.ts';
import { collectEventCells } from './coverage/events/event-coverage.ts';
import { prepareRun } from './prepare-run.ts';
import {
  computeReportStamp,
  type ConcurrencyFailure,
  countStatuses,
  describeCrash,
  type Report,
  reportFormat,
  type Rerun,
} from './report/report.ts';
import { requirements } from './requirements/index.ts';
import { runConcurrently, runSequentially } from './runner/concurrent-lanes.ts';
import { createInterruption, InterruptedError, runUnlessAborted } from './runner/interruption.ts';
import {
  computeProfileVerdicts,
  createLinkOnlyResult,
  resolveRequirement,
} from './runner/requirement-result.ts';
import { listRequestedRequirements, selectAudits, UnknownSelectorError } from './runner/select-audits.ts';
import { loadCustomReaders } from './target/field-readers/field-source.ts';
import { createResponseValidator, type ResponseValidator } from './target/http/response-validator.ts';
import { TransportError } from './target/http/transport.ts';
import { type ManifestInput, parseManifest, UsageError } from './target/manifest.ts';
import { defaultProfiles } from './target/probe-profiles.ts';
import { createSession, isTokenRejected, type Session } from './target/session.ts';
import type { Audit } from './audit.ts';
import type { Progress } from './report/progress.ts';
import type { Profile } from './requirements/requirement.ts';
import type { AuditOutcome } from './runner/audit-outcome.ts';
import type { Leftover } from './runner/resource-tracker.ts';

interface ConformanceOptions {
  /** Base address of the target. */
  readonly url: string;
  /**
   * Address of the target's hub. The default is the base address with a WebSocket scheme and the path `/api/events`.
   */
  readonly eventsUrl?: string;
  readonly token?: string;
  /** SHA-256 fingerprint of the target's certificate. If absent, any certificate is accepted. */
  readonly fingerprint?: string | undefined;
  /** Where the token came from. The error message names this source if the target rejects the token. */
  readonly tokenSource?: string;
  /**
   * Path of a JSON file for {@link parseManifest}. Paths of programs and modules in this file are relative to its
   * folder.
   */
  readonly manifestPath?: string;
  /** The manifest itself, if it is not read from a file. */
  readonly manifest?: ManifestInput;
  /** The actions, in lower case, that the target's runtime does not offer. By default, all actions are required. */
  readonly absentActions?: ReadonlySet<string> | undefined;
  /** Ids of audits, requirements, profiles or sections that limit the run. A trailing `*` matches any ending. */
  readonly only?: readonly string[] | undefined;
  /**
   * Whether an audit that checks all traffic checks only the traffic of the selected audits. If false, selecting such
   * an audit also selects all other audits.
   */
  readonly onlySelected?: boolean;
  /** The seed of generated inputs. The default is random, and the report always contains the seed. */
  readonly seed?: number;
  /**
   * Factor by which the number of inputs of property tests and the time limits of audits are multiplied. The default is
   * 1.
   */
  readonly runsFactor?: number;
  /** How many smaller inputs are tried after an input has failed. The default is {@link defaultMaxShrinks}. */
  readonly maxShrinks?: number;
  /** How long to wait for the target to become healthy, in milliseconds. The default is 0. */
  readonly waitMs?: number;
  /** The command that repeats this run, and the environment variable that holds the token, as the report shows them. */
  readonly rerun?: { readonly command: string; readonly tokenEnv?: string };
  readonly onProgress?: (progress: Progress) => void;
  /** Whether audits that spend most of their time waiting run concurrently with other audits. The default is true. */
  readonly concurrent?: boolean;
  /** Aborts the run. The kit then deletes everything that the run created, and reports the audits that have run. */
  readonly signal?: AbortSignal;
}

/**
 * Checks a target and returns a report. All errors of the target appear in the report.
 * @throws UsageError for an invalid URL, manifest or id, and for a token that the target rejects
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  const started = new Date();
  const { manifestPath } = options;
  const manifestText =
    manifestPath === undefined ? JSON.stringify(options.manifest ?? {}) : await readManifest(manifestPath);
  const manifest = parseManifest(manifestText);
  validateUrl(options.url);
  const selection = await selectAndLoadAudits(options);
  const seed = options.seed ?? randomInt(2 ** 31);
  const folder = manifestPath === undefined ? '.' : dirname(manifestPath);
  const { readers } = manifest.choices;
  const session = createSession({
    url: options.url,
    fingerprint: options.fingerprint,
    ...(options.eventsUrl !== undefined && { eventsUrl: options.eventsUrl }),
    ...(options.token !== undefined && { token: options.token }),
    absentActions: options.absentActions,
    manifest,
    validate: getValidator(),
    seed,
    ...(options.runsFactor !== undefined && { times: options.runsFactor }),
    ...(options.maxShrinks !== undefined && { shrinks: options.maxShrinks }),
    ...(readers !== undefined && { readers: await loadCustomReaders(readers, folder) }),
    folder,
  });
  try {
    const outcome = await runAudits(session, selection.audits, options);
    const claimed = new Set<Profile>(manifest.profiles ?? defaultProfiles);
    const evaluated = selection.requirements.filter(({ id }) =>
      outcome.crashed === undefined
        ? outcome.problem === undefined
        : outcome.audits.some((audit) => audit.requirements.includes(id)),
    );
    const results = evaluated
      .filter(({ excluded }) => excluded === undefined)
      .map((row) =>
        row.profile === 'LINK'
          ? createLinkOnlyResult(row)
          : resolveRequirement(
              row,
              outcome.audits.filter((audit) => audit.requirements.includes(row.id)),
              !claimed.has(row.profile) && !outcome.profiles.has(row.profile),
            ),
      );
    return {
      format: reportFormat,
      target: { url: session.target.url, ...manifest.identity },
      startedAt: started.toISOString(),
      durationMs: Date.now() - started.getTime(),
      seed,
      stamp: computeReportStamp(requirements, selection.audits, [normative, asyncapi], manifestText),
      rerun: createRerun(session, options),
      ...(options.only && { only: options.only }),
      ...(outcome.problem !== undefined && { problem: outcome.problem }),
      ...(outcome.crashed !== undefined && { crashed: outcome.crashed }),
      ...(options.signal?.aborted && { interrupted: true }),
      left: outcome.left,
      besideOnly: outcome.besideOnly,
      profiles: computeProfileVerdicts(results, claimed, options.only === undefined),
      counts: countStatuses(results),
      requirements: results,
      excluded: evaluated.flatMap(({ id, text, excluded }) =>
        excluded === undefined ? [] : [{ id, text, reason: excluded }],
      ),
      audits: outcome.audits,
      coverage: outcome.problem === undefined ? session.coverage.matrix(outcome.audits) : [],
      undocumented: session.coverage.undocumented(),
      events: collectEventCells(outcome.audits),
      readings: session.source.readings().filter(({ requirements: dependents }) => dependents > 0),
    };
  } finally {
    session.close();
  }
};

/**
 * Loads only the files from which a partial run selects audits. All files are loaded for an audit that checks all
 * traffic, and to suggest names if one is unknown.
 */
const selectAndLoadAudits = async ({ only, onlySelected }: ConformanceOptions) => {
  if (only !== undefined) {
    const ids = listRequestedRequirements(requirements, only);
    const audits = await loadAudits({ patterns: only, requirements: ids });
    try {
      const selection = selectAudits(requirements, audits, only, true);
      if (onlySelected || !selection.audits.some(({ phase }) => phase === 'traffic')) return selection;
    } catch (error) {
      if (!(error instanceof UnknownSelectorError)) throw error;
    }
  }
  return selectAudits(requirements, await loadAudits(), only, onlySelected);
};

/** The validator is cached, because compiling the schemas takes longer than most audits. */
let cachedValidator: ResponseValidator | undefined;
const getValidator = (): ResponseValidator => {
  cachedValidator ??= createResponseValidator(normative);
  return cachedValidator;
};

interface RunOutcome {
  readonly audits: readonly AuditOutcome[];
  readonly profiles: ReadonlySet<Profile>;
  readonly problem?: string;
  readonly crashed?: string;
  readonly besideOnly: readonly ConcurrencyFailure[];
  readonly left: readonly Leftover[];
}

const runAudits = async (
  session: Session,
  selected: readonly Audit[],
  {
    tokenSource = 'the token',
    waitMs = 0,
    onProgress: notify = () => {},
    signal = new AbortController().signal,
    concurrent = true,
  }: ConformanceOptions,
): Promise<RunOutcome> => {
  const emptyPreparation = { audits: [], profiles: new Set(defaultProfiles), besideOnly: [], left: [] };
  const callerErrors = new Set<unknown>();
  const onProgress = (progress: Progress): void => {
    try {
      notify(progress);
    } catch (error) {
      callerErrors.add(error);
      throw error;
    }
  };
  const isCrash = (error: unknown): boolean =>
    !(callerErrors.has(error) || error instanceof UsageError || error instanceof InterruptedError);
  try {
    const { profiles, shared, discoverFields, empty } = await runUnlessAborted(signal, async () => {
      await waitUntilHealthy(session, waitMs, onProgress);
      if (session.target.token !== undefined && (await isTokenRejected(session.silent))) {
        throw new UsageError(
          `${session.target.url} rejects ${tokenSource}, as health and GET /api/types show`,
        );
      }
      return prepareRun(session, createInterruption(signal));
    });
    onProgress({ kind: 'started', url: session.target.url, total: selected.length, seed: session.seed });
    const outcomes = new Map<Audit, readonly AuditOutcome[]>();
    const besideOnly: ConcurrencyFailure[] = [];
    const listOutcomes = () => selected.flatMap((audit) => outcomes.get(audit) ?? []);
    try {
      if (selected.some(({ needs }) => needs?.includes('project'))) await discoverFields();
      const recordOutcomes = (
        audit: Audit,
        found: readonly AuditOutcome[],
        disturbed: readonly AuditOutcome[] = [],
      ): void => {
        outcomes.set(audit, found);
        if (found.every(({ status }) => status !== 'FAIL' && status !== 'FLAKY'))
          besideOnly.push(...disturbed.map(({ message = '' }) => ({ audit: audit.id, message })));
        for (const outcome of found) {
          onProgress({ kind: 'audited', outcome, done: outcomes.size, total: selected.length });
        }
      };
      await (concurrent ? runConcurrently : runSequentially)(selected, shared, recordOutcomes);
      return { audits: listOutcomes(), profiles, besideOnly, left: await empty() };
    } catch (error) {
      const left = await empty();
      if (error instanceof TransportError || !isCrash(error)) throw error;
      return { audits: listOutcomes(), profiles, besideOnly, left, crashed: describeCrash(error) };
    }
  } catch (error) {
    if (error instanceof InterruptedError)
      return { ...emptyPreparation, problem: 'the run was interrupted first' };
    if (!isCrash(error)) throw error;
    if (!(error instanceof TransportError)) return { ...emptyPreparation, crashed: describeCrash(error) };
    const waitText = waitMs > 0 ? ` within ${waitMs / 1000} s` : '';
    const problem = `${session.target.url} does not answer${waitText} (${error.message})`;
    return { ...emptyPreparation, problem };
  }
};

/** Interval between health checks of a target, in milliseconds. */
const pollMs = 200;

/**
 * Waits until the target is healthy. A target that is still starting may refuse connections, or its proxy may respond
 * that the upstream is not available.
 */
const waitUntilHealthy = async (
  { silent, target }: Session,
  waitMs: number,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const until = performance.now() + waitMs;
  const isHealthy = (): Promise<boolean> =>
    silent.get('/api/health').then(
      ({ ok }) => ok,
      (error: unknown) => {
        if (error instanceof TransportError) return false;
        throw error;
      },
    );
  while (performance.now() < until && !(await isHealthy())) {
    onProgress({ kind: 'waiting', url: target.url });
    await wait(pollMs);
  }
};

const createRerun = ({ target, manifest }: Session, { url, rerun }: ConformanceOptions): Rerun => ({
  command: rerun?.command ?? `npx scene-runtime conform --url ${url}`,
  tokens: Object.fromEntries(
    [{ url: target.url, tokenEnv: rerun?.tokenEnv }, ...Object.values(manifest.instances)].flatMap((copy) =>
      copy?.tokenEnv === undefined ? [] : [[copy.url.replace(/\/+$/, ''), copy.tokenEnv]],
    ),
  ),
});

const readManifest = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`The target manifest cannot be read: ${error.message}`);
  });

const validateUrl = (url: string): void => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url is not an http or https address: ${url}`);
  }
};

export { UsageError } from './target/manifest.ts';
export type { Report } from './report/report.ts';
