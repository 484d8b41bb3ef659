import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import schema from '#spec/documents/runtime-link.schema.json' with { type: 'json' };
import { linkAudits } from '../audits/link/index.ts';
import { Interrupted, unless } from '../engine/interruption.ts';
import { select } from '../engine/selection.ts';
import { settle } from '../engine/settle.ts';
import { stampOf } from '../engine/stamp.ts';
import { Stop } from '../engine/stop.ts';
import { verdictsOf } from '../engine/verdict.ts';
import { linkRequirements } from '../requirements/link.ts';
import { countsOf, reportFormat, type Report } from '../report/report.ts';
import { createGuest, type Patience, usualPatience } from './guest.ts';
import { openHost } from './host.ts';
import { runLinkAudit } from './run-link-audit.ts';
import type { AuditOutcome } from '../engine/outcome.ts';
import type { Progress } from '../report/progress.ts';
import type { Profile } from '../requirements/row.ts';
import type { Abilities, Guest } from './guest.ts';
import type { LinkAudit } from './link-audit.ts';

interface LinkConformanceOptions {
  /** To listen on; 0 takes a free one. */
  readonly port: number;
  /** Told where a runtime is to connect, once it can. */
  readonly listening?: (url: string) => void;
  /** How long to wait for a runtime to connect, in milliseconds; 60 s when absent. */
  readonly waitMs?: number;
  /** Audits, requirements or sections to confine the run to; a `*` at the end stands for any ending. */
  readonly only?: readonly string[];
  /** Whether audits that judge all messages judge those of the chosen audits, rather than bring all others with them. */
  readonly alone?: boolean;
  readonly patience?: Partial<Patience>;
  /** Of the service that the kit is; told in the answer to hello. */
  readonly version?: string;
  /** The command that runs the kit like this once more, for the report. */
  readonly rerun?: string;
  readonly onProgress?: (progress: Progress) => void;
  /** Given when the run is to end early. */
  readonly signal?: AbortSignal;
}

const usualWaitMs = 60_000;
const claimed: ReadonlySet<Profile> = new Set(['LINK']);

/**
 * Judges the first runtime that connects, and reports. Throws `UsageError` for a port that is taken and for an id that cannot
 * be understood; whatever the runtime does ends up in the report.
 */
export const runLinkConformance = async (options: LinkConformanceOptions): Promise<Report> => {
  const started = new Date();
  const { port, only, patience, waitMs = usualWaitMs, version = '0.0.0' } = options;
  const chosen = select(linkRequirements, linkAudits, only, options.alone);
  const host = await openHost(port);
  try {
    options.listening?.(host.url);
    const guest = createGuest(host, { ...usualPatience, ...patience }, version);
    const outcome = await examine(guest, chosen.audits, waitMs, options);
    const judged = outcome.problem === undefined ? chosen.requirements : [];
    const results = judged
      .filter(({ excluded }) => excluded === undefined)
      .map((row) =>
        settle(
          row,
          outcome.audits.filter(({ requirements }) => requirements.includes(row.id)),
          false,
        ),
      );
    const { name, version: target } = outcome.can ?? {};
    return {
      format: reportFormat,
      target: {
        url: host.url,
        ...(name !== undefined && { name }),
        ...(target !== undefined && { version: target }),
      },
      startedAt: started.toISOString(),
      durationMs: Date.now() - started.getTime(),
      // nothing is left to chance
      seed: 0,
      stamp: stampOf(linkRequirements, linkAudits, [schema, asyncapi], ''),
      rerun: { command: options.rerun ?? rerunOf(port), tokens: {} },
      ...(only && { only }),
      ...(outcome.problem !== undefined && { problem: outcome.problem }),
      ...(options.signal?.aborted && { interrupted: true }),
      ...{ left: [], besideOnly: [], coverage: [], undocumented: [], events: [], readings: [] },
      profiles: verdictsOf(results, claimed, only === undefined),
      counts: countsOf(results),
      requirements: results,
      excluded: judged.flatMap(({ id, text, excluded }) =>
        excluded === undefined ? [] : [{ id, text, reason: excluded }],
      ),
      audits: outcome.audits,
    };
  } finally {
    await host.close();
  }
};

const rerunOf = (port: number): string => `npx scene-runtime conform --as controller --listen ${port}`;

interface Examination {
  readonly audits: readonly AuditOutcome[];
  readonly can?: Abilities;
  readonly problem?: string;
}

const examine = async (
  guest: Guest,
  chosen: readonly LinkAudit[],
  waitMs: number,
  { onProgress = () => {}, signal = new AbortController().signal }: LinkConformanceOptions,
): Promise<Examination> => {
  const { url } = guest.host;
  onProgress({ kind: 'waiting', url });
  try {
    const first = await unless(signal, () => guest.host.next(0, waitMs));
    if (!first) return { audits: [], problem: `No runtime connected to ${url} within ${waitMs / 1000} s` };
    await unless(signal, () => guest.visit());
  } catch (error) {
    if (error instanceof Interrupted) return { audits: [], problem: 'the run was interrupted before' };
    if (!(error instanceof Stop)) throw error;
    // whoever says nothing that can be understood is judged by what it does
    if (!guest.abilities)
      return { audits: [], problem: `The runtime that connected to ${url} said no hello` };
  }
  const can = guest.abilities;
  if (!can) return { audits: [], problem: `The runtime that connected to ${url} said no hello` };
  onProgress({ kind: 'started', url: `${can.name} at ${url}`, total: chosen.length, seed: 0 });
  const audits: AuditOutcome[] = [];
  for (const [index, audit] of chosen.entries()) {
    const found = await runLinkAudit(audit, guest, can, signal);
    audits.push(...found);
    for (const outcome of found)
      onProgress({ kind: 'audited', outcome, done: index + 1, total: chosen.length });
  }
  return { audits, can };
};
