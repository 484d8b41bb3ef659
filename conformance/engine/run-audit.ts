import { setTimeout as wait } from 'node:timers/promises';
import { TransportFailure } from '../target/http/client.ts';
import { isControlled, isWithinReach, verbsTo, wayTo } from '../target/conditions.ts';
import { createContext } from './context.ts';
import { Stop } from './stop.ts';
import type { Audit, Need } from '../audit.ts';
import type { AuditOutcome, Detail } from './outcome.ts';
import type { ConditionName } from '../target/manifest.ts';
import type { Shared } from './context.ts';

/** Runs an audit; a failure is tried once more, so that one that comes and goes is told apart as FLAKY. */
export const runAudit = async (audit: Audit, shared: Shared): Promise<AuditOutcome> => {
  const missing = (audit.needs ?? [])
    .map((need) => missingFor(need, shared))
    .filter((text) => text !== undefined);
  if (missing.length > 0) {
    return {
      ...labelsOf(audit),
      status: 'NOT_VERIFIED',
      message: `Missing: ${missing.join('; ')}`,
      observations: {},
      exchanges: [],
      ms: 0,
    };
  }
  const first = await attempt(audit, shared);
  if (first.status !== 'FAIL') return first;
  const second = await attempt(audit, shared);
  return second.status === 'FAIL'
    ? second
    : { ...first, status: 'FLAKY', message: `${first.message} (a second try ended ${second.status})` };
};

const labelsOf = ({ id, requirements, likelyCause }: Audit) => ({
  audit: id,
  requirements,
  ...(likelyCause !== undefined && { likelyCause }),
});

const attempt = async (audit: Audit, shared: Shared): Promise<AuditOutcome> => {
  const started = performance.now();
  const work = createContext(shared);
  const { manifest, times } = shared.session;
  const limit = (audit.timeout ?? manifest.timeouts.audit) * times;
  const settled = await within(limit, audit.run(work.context)).catch((error: unknown) =>
    ended(error, shared),
  );
  const stuck = await cleanedUp(limit, work.cleanUp());
  const verdict = stuck ?? settled ?? verdictOf(work);
  return {
    ...labelsOf(audit),
    ...verdict,
    observations: { ...work.observations },
    exchanges: [...work.log.chain()],
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

type Verdict = Pick<AuditOutcome, 'status' | 'message' | 'expected' | 'actual'>;

/** An audit that ran to its end passes only on the strength of a judgement and of an exchange. */
const verdictOf = ({ judged, log, warnings, observations }: ReturnType<typeof createContext>): Verdict => {
  const [warning] = warnings;
  if (warning) return { status: 'WARN', message: warning.message, ...warning.detail };
  if (judged() === 0 && Object.keys(observations).length > 0) return { status: 'OBSERVED' };
  if (judged() === 0) return { status: 'HARNESS_ERROR', message: 'The audit judged nothing' };
  if (log.total() === 0) return { status: 'HARNESS_ERROR', message: 'The audit recorded no exchange' };
  return { status: 'PASS' };
};

const ended = async (error: unknown, shared: Shared): Promise<Verdict> => {
  if (error instanceof Stop)
    return { status: error.status, message: error.message, ...withoutUndefined(error.detail) };
  if (error instanceof TransportFailure) {
    const alive = await shared.session.readHealth().then(
      () => true,
      () => false,
    );
    return alive
      ? { status: 'FAIL', message: `A request went without an answer: ${error.message}` }
      : { status: 'NOT_VERIFIED', message: `Not given: the target answers (${error.message})` };
  }
  if (error instanceof TimeLimit) return { status: 'NOT_VERIFIED', message: error.message };
  return {
    status: 'HARNESS_ERROR',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
};

const withoutUndefined = ({ expected, actual }: Detail): Detail => ({
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
});

class TimeLimit extends Error {}

const within = async <T>(ms: number, work: Promise<T>): Promise<undefined> => {
  const over = new AbortController();
  const limit = wait(ms, undefined, { signal: over.signal }).then(() => {
    throw new TimeLimit(`Not finished within ${ms} ms; timeouts.audit of the manifest allows more`);
  });
  limit.catch(() => {});
  try {
    await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
  return undefined;
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
