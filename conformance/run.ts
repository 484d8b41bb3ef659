import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { audits } from './audits/index.ts';
import { createValidator, type Validator } from './target/http/validator.ts';
import { runAudit } from './engine/run-audit.ts';
import { settle } from './engine/settle.ts';
import { verdictsOf } from './engine/verdict.ts';
import { TransportFailure } from './target/http/client.ts';
import { surveyPalette } from './lab/palette.ts';
import { eventCellsIn } from './replay/events/cells.ts';
import { reportFiles } from './report/files.ts';
import { countsOf, reportFormat } from './report/report.ts';
import { requirements } from './requirements/index.ts';
import { select } from './engine/selection.ts';
import { stampOf } from './engine/stamp.ts';
import { probeProfiles, usualClaims } from './target/capabilities.ts';
import { discarderOf } from './target/discard.ts';
import { parseManifest, UsageError } from './target/manifest.ts';
import { loadReaders } from './target/readers/author-module.ts';
import { learnReaders } from './target/readers/learn.ts';
import { createSession, isTokenRefused } from './target/session.ts';
import type { Audit } from './audit.ts';
import type { Shared } from './engine/context.ts';
import type { AuditOutcome } from './engine/outcome.ts';
import type { Palette } from './lab/palette.ts';
import type { Report, Rerun } from './report/report.ts';
import type { Progress } from './report/progress.ts';
import type { Profile } from './requirements/row.ts';
import type { Discarder } from './target/discard.ts';
import type { ManifestInput } from './target/manifest.ts';
import type { Session } from './target/session.ts';

interface ConformanceOptions {
  /** Base address of the target. */
  readonly url: string;
  /** Address of its hub; the base address with a WebSocket scheme and `/api/events` when absent. */
  readonly eventsUrl?: string;
  readonly token?: string;
  /** Where the token came from, for the message when the target refuses it. */
  readonly tokenSource?: string;
  /** A JSON file as {@link parseManifest} reads it; programs and modules that it names are found from its folder. */
  readonly manifestPath?: string;
  /** The manifest itself, in place of a file. */
  readonly manifest?: ManifestInput;
  /** Audits, requirements, profiles or sections to confine the run to; a `*` at the end stands for any ending. */
  readonly only?: readonly string[];
  /** Whether an audit that judges all traffic judges that of the chosen audits, rather than bring all others with it. */
  readonly alone?: boolean;
  /** Of generated inputs; random when absent, and always reported. */
  readonly seed?: number;
  /** How many times more inputs than usual the property tests try, and as much longer audits may take; 1 when absent. */
  readonly runs?: number;
  /** How long to wait for the target to answer that it is well before it is judged, in milliseconds; 0 when absent. */
  readonly waitMs?: number;
  /** The command that runs the kit like this once more, and the variable that holds the token, for the report. */
  readonly rerun?: { readonly command: string; readonly tokenEnv?: string };
  /** Folder that receives the report in every form: JSON, HTML, Markdown, JUnit, badge and plain text. */
  readonly reportDir?: string;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Judges a target and reports. Throws {@link UsageError} for a URL, a manifest or an id that cannot be understood, and
 * for a token that the target refuses; whatever else the target does ends up in the report.
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  const started = new Date();
  const { manifestPath } = options;
  const manifestText =
    manifestPath === undefined ? JSON.stringify(options.manifest ?? {}) : await readManifest(manifestPath);
  const manifest = parseManifest(manifestText);
  checkUrl(options.url);
  const selection = select(requirements, audits, options.only, options.alone);
  const seed = options.seed ?? randomInt(2 ** 31);
  const folder = manifestPath === undefined ? '.' : dirname(manifestPath);
  const { readers } = manifest.choices;
  const session = createSession({
    url: options.url,
    ...(options.eventsUrl !== undefined && { eventsUrl: options.eventsUrl }),
    ...(options.token !== undefined && { token: options.token }),
    manifest,
    validate: validator(),
    seed,
    ...(options.runs !== undefined && { times: options.runs }),
    ...(readers !== undefined && { readers: await loadReaders(readers, folder) }),
    folder,
  });
  try {
    const outcome = await examine(session, selection.audits, options);
    const claimed = new Set<Profile>(manifest.profiles ?? usualClaims);
    const judged = outcome.problem === undefined ? selection.requirements : [];
    const results = judged
      .filter(({ excluded }) => excluded === undefined)
      .map((row) =>
        settle(
          row,
          outcome.audits.filter((audit) => audit.requirements.includes(row.id)),
          !claimed.has(row.profile) && !outcome.present.has(row.profile),
        ),
      );
    const report: Report = {
      format: reportFormat,
      target: { url: session.target.url, ...manifest.identity },
      startedAt: started.toISOString(),
      durationMs: Date.now() - started.getTime(),
      seed,
      stamp: stampOf(requirements, audits, [normative, asyncapi], manifestText),
      rerun: rerunOf(session, options),
      ...(options.only && { only: options.only }),
      ...(outcome.problem !== undefined && { problem: outcome.problem }),
      profiles: verdictsOf(results, claimed, options.only === undefined),
      counts: countsOf(results),
      requirements: results,
      excluded: judged.flatMap(({ id, text, excluded }) =>
        excluded === undefined ? [] : [{ id, text, reason: excluded }],
      ),
      audits: outcome.audits,
      coverage: outcome.problem === undefined ? session.coverage.matrix(outcome.audits) : [],
      undocumented: session.coverage.undocumented(),
      events: eventCellsIn(outcome.audits),
      readings: session.source.readings().filter(({ requirements: leaning }) => leaning > 0),
    };
    if (options.reportDir !== undefined) await writeReports(report, options.reportDir);
    return report;
  } finally {
    session.close();
  }
};

/** To compile the schemas takes longer than most audits. */
let compiled: Validator | undefined;
const validator = (): Validator => {
  compiled ??= createValidator(normative);
  return compiled;
};

interface Examination {
  readonly audits: readonly AuditOutcome[];
  readonly present: ReadonlySet<Profile>;
  readonly problem?: string;
}

const examine = async (
  session: Session,
  chosen: readonly Audit[],
  { tokenSource = 'the token', waitMs = 0, onProgress = () => {} }: ConformanceOptions,
): Promise<Examination> => {
  try {
    await untilWell(session, waitMs, onProgress);
    if (session.target.token !== undefined && (await isTokenRefused(session.silent))) {
      throw new UsageError(`${session.target.url} refuses ${tokenSource}: health and GET /api/types say so`);
    }
    const health = await session.readHealth();
    const routes = await session.readRoutes();
    const present = await probeProfiles(session, routes);
    const discard = discarderOf(session, routes);
    if (chosen.some(({ needs }) => needs?.includes('project'))) await learn(session, discard);
    const palette = paletteOnce(session);
    const shared: Shared = { session, health, routes, palette: palette.get, discard };
    onProgress({ kind: 'started', url: session.target.url, total: chosen.length, seed: session.seed });
    const outcomes: AuditOutcome[] = [];
    for (const [index, audit] of chosen.entries()) {
      const found = await runAudit(audit, shared);
      outcomes.push(...found);
      for (const outcome of found) {
        onProgress({ kind: 'audited', outcome, done: index + 1, total: chosen.length });
      }
    }
    await palette.discard(discard);
    return { audits: outcomes, present };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const patience = waitMs > 0 ? ` within ${waitMs / 1000} s` : '';
    const problem = `${session.target.url} does not answer${patience} (${error.message})`;
    return { audits: [], present: new Set(usualClaims), problem };
  }
};

/** How long to wait before asking a target once more whether it is well, in milliseconds. */
const askAgainMs = 200;

/** A target that starts may refuse connections, or stand behind a proxy that has nobody to ask yet. */
const untilWell = async (
  { silent, target }: Session,
  waitMs: number,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const until = performance.now() + waitMs;
  const isWell = (): Promise<boolean> =>
    silent.get('/api/health').then(
      ({ ok }) => ok,
      (error: unknown) => {
        if (error instanceof TransportFailure) return false;
        throw error;
      },
    );
  while (performance.now() < until && !(await isWell())) {
    onProgress({ kind: 'waiting', url: target.url });
    await wait(askAgainMs);
  }
};

const rerunOf = ({ target, manifest }: Session, { url, rerun }: ConformanceOptions): Rerun => ({
  command: rerun?.command ?? `npx scene-runtime conform --url ${url}`,
  tokens: Object.fromEntries(
    [{ url: target.url, tokenEnv: rerun?.tokenEnv }, ...Object.values(manifest.instances)].flatMap((copy) =>
      copy?.tokenEnv === undefined ? [] : [[copy.url.replace(/\/+$/, ''), copy.tokenEnv]],
    ),
  ),
});

/** Finds out where the target puts what is not shown, for those who work on graphs; a target that lets nobody stays as it is. */
const learn = async ({ silent, source, fields, manifest }: Session, discard: Discarder): Promise<void> => {
  const graphName = `${manifest.namespace}-readers`;
  const graphId = await learnReaders({ http: silent, source, fields, graphName }).catch((error: unknown) => {
    if (error instanceof TransportFailure) return undefined;
    throw error;
  });
  if (graphId !== undefined) await discard.graph(String(graphId), silent);
};

/** The survey of node types is long, so it is made when first asked for, and once. */
const paletteOnce = (session: Session) => {
  let survey: Promise<Palette> | undefined;
  return {
    get: (): Promise<Palette> => {
      survey ??= surveyPalette(session.silent, session.fields, `${session.manifest.namespace}-palette`);
      return survey;
    },
    discard: async (discard: Discarder): Promise<void> => {
      const graphId = (await survey?.catch(() => undefined))?.graphId;
      if (graphId !== undefined) await discard.graph(graphId, session.silent);
    },
  };
};

const readManifest = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`The target manifest cannot be read: ${error.message}`);
  });

const checkUrl = (url: string): void => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url is not an http or https address: ${url}`);
  }
};

const writeReports = async (report: Report, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(reportFiles(report)).map(([name, text]) => writeFile(join(folder, name), text)),
  );
};

export { UsageError } from './target/manifest.ts';
export type { Report } from './report/report.ts';
