import { TransportFailure } from '../target/http/client.ts';
import { isControlled, isWithinReach, verbsTo, wayTo } from '../target/conditions.ts';
import {
  interrupted,
  ofTwo,
  outcomesOf,
  TimeLimit,
  type Attempt,
  verdictOf,
  verdictOn,
  within,
} from './attempt.ts';
import { createContext } from './context.ts';
import { Interrupted, unless } from './interruption.ts';
import { Stop } from './stop.ts';
import type { Audit, Need } from '../audit.ts';
import type { AuditOutcome, Status } from './outcome.ts';
import type { ConditionName } from '../target/manifest.ts';
import type { Shared } from './context.ts';
import type { Verdict } from './docket.ts';

/**
 * Runs an audit. Answers an outcome for each verdict: requirements that share one share an outcome. A failure is tried
 * once more, so that one that comes and goes is told apart as FLAKY.
 */
export const runAudit = async (audit: Audit, shared: Shared): Promise<readonly AuditOutcome[]> => {
  const against = reasonAgainst(audit, shared);
  if (against) return unasked(audit, against);
  const first = await attempt(audit, shared);
  if (![...first.verdicts.values()].some(({ status }) => status === 'FAIL')) return outcomesOf(audit, first);
  return outcomesOf(audit, ofTwo(first, await attempt(audit, shared)));
};

/** Nothing that another audit could have brought about. */
const undisturbed: readonly Status[] = ['PASS', 'OBSERVED', 'NOT_APPLICABLE'];

/** What came of an audit beside another, and whether it stands: the other may have brought it about. */
interface Beside {
  readonly outcomes: readonly AuditOutcome[];
  readonly stands: boolean;
}

/** Runs an audit beside another, which may disturb it. */
export const runBeside = async (audit: Audit, shared: Shared): Promise<Beside> => {
  const against = reasonAgainst(audit, shared);
  if (against) return { outcomes: unasked(audit, against), stands: true };
  const found = await attempt(audit, shared);
  const stands = [...found.verdicts.values()].every(({ status }) => undisturbed.includes(status));
  return { outcomes: outcomesOf(audit, found), stands };
};

/** Why an audit is not even tried. */
const reasonAgainst = ({ needs = [] }: Audit, shared: Shared): Verdict | undefined => {
  if (shared.interruption.signal.aborted) return interrupted;
  const missing = needs.map((need) => missingFor(need, shared)).filter((text) => text !== undefined);
  return missing.length === 0
    ? undefined
    : { status: 'NOT_VERIFIED', message: `Missing: ${missing.join('; ')}` };
};

const unasked = (audit: Audit, against: Verdict): readonly AuditOutcome[] => {
  const verdicts = new Map(audit.requirements.map((id) => [id, against]));
  return outcomesOf(audit, { verdicts, observations: {}, exchanges: [], ms: 0 });
};

const attempt = async (audit: Audit, shared: Shared): Promise<Attempt> => {
  const started = performance.now();
  const work = createContext(shared, audit.requirements);
  const { manifest, times } = shared.session;
  const limit = (audit.timeout ?? manifest.timeouts.audit) * times;
  const { interruption } = shared;
  const ending = await within(
    limit,
    unless(interruption.signal, () => audit.run(work.context)),
  ).catch((error: unknown) => ended(error, shared, work.explain));
  // What cleaning up asks for shows nothing of the verdict.
  const verdicts = audit.requirements.map((id) => [id, verdictOn(id, ending, work)] as const);
  const exchanges = work.log.chain();
  const patience = interruption.patience(limit);
  const stuck = await cleanedUp(patience, work.cleanUp(AbortSignal.timeout(patience)));
  return {
    verdicts: new Map(verdicts.map(([id, verdict]) => [id, stuck ?? verdict])),
    observations: { ...work.observations },
    exchanges,
    ms: Math.round(performance.now() - started),
  };
};

/** A verdict of its own only where the target could not be brought back from a condition. */
const cleanedUp = async (limit: number, work: Promise<Stop | undefined>): Promise<Verdict | undefined> => {
  const note = work.then((stuck) => {
    if (stuck) throw stuck;
  });
  return within(limit, note).catch((error: unknown) =>
    error instanceof Stop ? { status: error.status, message: error.message } : undefined,
  );
};

const ended = async (
  error: unknown,
  shared: Shared,
  explain: (message: string) => string,
): Promise<Verdict> => {
  if (error instanceof Stop) {
    const verdict = verdictOf(error);
    return error.status === 'NOT_VERIFIED' ? { ...verdict, message: explain(error.message) } : verdict;
  }
  if (error instanceof TransportFailure) {
    const alive = await shared.session.readHealth().then(
      () => true,
      () => false,
    );
    return alive
      ? { status: 'FAIL', message: `A request went without an answer: ${error.message}` }
      : { status: 'NOT_VERIFIED', message: `Not given: the target answers (${error.message})` };
  }
  if (error instanceof Interrupted) return interrupted;
  if (error instanceof TimeLimit) return { status: 'NOT_VERIFIED', message: error.message };
  return {
    status: 'HARNESS_ERROR',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
};

const missingFor = (need: Need, { session, health }: Shared): string | undefined => {
  switch (need) {
    case 'token':
      return session.target.token === undefined ? 'the token (--token-env NAME or --token T)' : undefined;
    case 'runtime':
      return health?.runtimeConnected ? undefined : 'a runtime that is connected (health.runtimeConnected)';
    case 'project':
      return health?.projectName ? undefined : 'an open project (health.projectName)';
    case 'events':
      return session.target.eventsUrl === '' ? 'the hub address (--events-url)' : undefined;
    case 'destructive':
      return session.manifest.consent.destructive ? undefined : "the manifest's consent.destructive";
    case 'defaultSettings':
      return session.manifest.defaultSettings ? undefined : "the manifest's defaultSettings";
    default: {
      const [kind, name] = need.split(':') as ['condition' | 'control', ConditionName];
      if (kind === 'condition') return isWithinReach(name, session.manifest) ? undefined : wayTo(name);
      return isControlled(name, session.manifest) ? undefined : `the manifest's ${verbsTo(name)}`;
    }
  }
};
