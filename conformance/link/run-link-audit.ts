import { addAssertionLocation, createAssertions } from '../runner/assertions.ts';
import {
  type Attempt,
  decideVerdict,
  interruptedVerdict,
  mergeAttempts,
  toErrorVerdict,
  toOutcomes,
  toSkippedOutcomes,
  withTimeout,
} from '../runner/attempt.ts';
import { type AssertionDetail, type AuditOutcome, AuditStop } from '../runner/audit-outcome.ts';
import { createExchangeLog } from '../runner/exchange-log.ts';
import { runUnlessAborted } from '../runner/interruption.ts';
import { createVerdictCollector, type Verdict } from '../runner/verdict-collector.ts';
import { createLinkClient, type LinkClient, UnansweredError } from './link-client.ts';
import { type CleanupList, createLinkFixtures } from './link-fixtures.ts';
import {
  type EstablishedLink,
  type RuntimeCapabilities,
  type RuntimeUnderTest,
  scaleTimeouts,
} from './runtime-under-test.ts';
import type { LinkAudit, LinkContext, LinkNeed, MultiRequirementLinkContext } from './link-audit.ts';

/** Creates the context of one audit over the runtime link, and collects everything that the audit records. */
const createLinkContext = (
  runtime: RuntimeUnderTest,
  capabilities: RuntimeCapabilities,
  requirements: readonly string[],
) => {
  const log = createExchangeLog();
  const verdictCollector = createVerdictCollector(requirements);
  const observations: Record<string, unknown> = {};
  const cleanupList: CleanupList = { graphs: new Set(), variables: new Set(), hasEventInterest: false };

  const stop = (status: AuditStop['status'], message: string, detail?: AssertionDetail): never => {
    throw new AuditStop(status, message, detail);
  };
  const toAssertions = (ids: readonly string[], fail: (message: string, detail: AssertionDetail) => void) =>
    createAssertions({
      must(condition, message, detail) {
        verdictCollector.markEvaluated(ids);
        if (!condition) fail(message, addAssertionLocation(detail));
        return condition;
      },
      should(condition, message, detail) {
        verdictCollector.markEvaluated(ids);
        if (!condition)
          verdictCollector.warn({ ids, message, ...addAssertionLocation(detail), exchanges: log.chain() });
        return condition;
      },
    });
  const timeouts = scaleTimeouts(runtime.timeouts, capabilities);
  const createClient = (established: EstablishedLink): LinkClient =>
    createLinkClient(established, runtime.server.url, timeouts, log.add);

  const connect: LinkContext['connect'] = async (encoding) => createClient(await runtime.getLink(encoding));
  const createFixtures: LinkContext['createFixtures'] = (line) => createLinkFixtures(line, cleanupList);

  const tools = {
    ...{ runtime, capabilities, timeouts },
    connect,
    connectOver: async (connection) => createClient(await runtime.handshake(connection)),
    createFixtures,
    connectWithFixtures: async () => {
      const line = await connect();
      return { line, fixtures: createFixtures(line) };
    },
    given(condition, message, detail) {
      if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
    },
    notApplicable: (reason) => stop('NOT_APPLICABLE', reason),
    observe(name, value) {
      observations[name] = value;
    },
    record: (exchange) => log.add(exchange),
  } satisfies Omit<LinkContext, 'must' | 'mustEqual' | 'should'>;

  const context: LinkContext & MultiRequirementLinkContext<string> = {
    ...tools,
    ...toAssertions(requirements, (message, detail) => stop('FAIL', message, detail)),
    for: (...ids) => ({
      ...tools,
      ...toAssertions(ids, (message, detail) =>
        verdictCollector.blame({ ids, message, ...detail, exchanges: log.chain() }),
      ),
    }),
  };

  /** Deletes everything that the audit created, if the runtime is still connected. */
  const cleanUp = async (): Promise<void> => {
    const { graphs, variables, hasEventInterest } = cleanupList;
    if (graphs.size + variables.size === 0 && !hasEventInterest) return;
    const { connection } = await runtime.getLink();
    const answerMs = runtime.timeouts.responseMs;
    if (hasEventInterest) await connection.command('events.interest', { types: [] }, answerMs);
    for (const graphId of graphs) await connection.command('graph.unload', { graphId }, answerMs);
    if (variables.size > 0) await connection.command('variables.delete', { ids: [...variables] }, answerMs);
  };

  return { context, log, verdictCollector, observations, cleanUp };
};

/** Default time limit of an audit, in milliseconds. */
const defaultTimeoutMs = 60_000;

/** Maximum number of runtime steps that any audit needs. */
const maxSteps = 150;

/**
 * Runs an audit over the runtime link. An audit that fails runs once more, so that a flaky failure is reported as
 * FLAKY.
 */
export const runLinkAudit = async (
  audit: LinkAudit,
  runtime: RuntimeUnderTest,
  capabilities: RuntimeCapabilities,
  signal: AbortSignal,
): Promise<readonly AuditOutcome[]> => {
  const notReached = signal.aborted ? interruptedVerdict : checkNeeds(audit, capabilities);
  if (notReached) return toSkippedOutcomes(audit, notReached);
  const first = await attemptAudit(audit, runtime, capabilities, signal);
  if (audit.phase || ![...first.verdicts.values()].some(({ status }) => status === 'FAIL'))
    return toOutcomes(audit, first);
  return toOutcomes(audit, mergeAttempts(first, await attemptAudit(audit, runtime, capabilities, signal)));
};

/** Returns the verdict if an audit does not apply to this runtime. Otherwise returns `undefined`. */
const checkNeeds = ({ needs }: LinkAudit, capabilities: RuntimeCapabilities): Verdict | undefined => {
  const missing = needs.filter((need) => !isClaimed(need, capabilities)).map(describeNeed);
  return missing.length === 0
    ? undefined
    : { status: 'NOT_APPLICABLE', message: `The runtime does not claim ${missing.join(', ')}` };
};

const isClaimed = (need: LinkNeed, capabilities: RuntimeCapabilities): boolean => {
  if (need === 'messagepack') return capabilities.encodings.includes('messagepack');
  const [kind, name] = splitNeed(need);
  switch (kind) {
    case 'node':
      return capabilities.nodeTypes.has(name);
    case 'event':
      return capabilities.events.has(name);
    case 'action':
      return capabilities.actions.has(name);
    default:
      return name === 'discovery' ? capabilities.discovery.length > 0 : capabilities.flags.has(name);
  }
};

const splitNeed = (need: LinkNeed): readonly [kind: string, name: string] => {
  const colon = need.indexOf(':');
  return [need.slice(0, colon), need.slice(colon + 1)];
};

const describeNeed = (need: LinkNeed): string => {
  const [kind, name] = splitNeed(need);
  if (kind === 'node') return `the node type ${name}`;
  if (kind === 'event') return `events ${name}`;
  return kind === 'action' ? `the action ${name}` : name;
};

const attemptAudit = async (
  audit: LinkAudit,
  runtime: RuntimeUnderTest,
  capabilities: RuntimeCapabilities,
  signal: AbortSignal,
): Promise<Attempt> => {
  const started = performance.now();
  const work = createLinkContext(runtime, capabilities, audit.requirements);
  const limit = (audit.timeout ?? defaultTimeoutMs) + (maxSteps * 1_000) / capabilities.stepsPerSecond;
  const verdict = await withTimeout(
    limit,
    runUnlessAborted(signal, () => audit.run(work.context)),
  ).catch(
    (error: unknown): Verdict =>
      error instanceof UnansweredError ? { status: 'FAIL', message: error.message } : toErrorVerdict(error),
  );
  const verdicts = new Map(audit.requirements.map((id) => [id, decideVerdict(id, verdict, work)]));
  const exchanges = work.log.chain();
  if (!signal.aborted) await withTimeout(limit, work.cleanUp()).catch(() => {});
  return {
    ...{ verdicts, exchanges, observations: { ...work.observations } },
    ms: Math.round(performance.now() - started),
  };
};
