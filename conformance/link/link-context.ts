import { addAssertionLocation } from '../runner/assertion-location.ts';
import { createVerdictCollector } from '../runner/verdict-collector.ts';
import { createExchangeLog } from '../runner/exchange-log.ts';
import { createAssertions } from '../runner/assertions.ts';
import { AuditStop } from '../runner/audit-stop.ts';
import { scaleTimeouts } from './runtime-under-test.ts';
import { createLinkFixtures, type CleanupList } from './link-fixtures.ts';
import { createLinkClient, type LinkClient } from './link-client.ts';
import type { AssertionDetail } from '../runner/audit-outcome.ts';
import type { RuntimeCapabilities, RuntimeUnderTest, EstablishedLink } from './runtime-under-test.ts';
import type { LinkContext, MultiRequirementLinkContext } from './link-audit.ts';

/** Creates the context of one audit over the runtime link, and collects what it records. */
export const createLinkContext = (
  runtime: RuntimeUnderTest,
  can: RuntimeCapabilities,
  requirements: readonly string[],
) => {
  const log = createExchangeLog();
  const docket = createVerdictCollector(requirements);
  const observations: Record<string, unknown> = {};
  const litter: CleanupList = { graphs: new Set(), variables: new Set(), hasEventInterest: false };

  const stop = (status: AuditStop['status'], message: string, detail?: AssertionDetail): never => {
    throw new AuditStop(status, message, detail);
  };
  const judging = (ids: readonly string[], fail: (message: string, detail: AssertionDetail) => void) =>
    createAssertions({
      must(holds, message, detail) {
        docket.judge(ids);
        if (!holds) fail(message, addAssertionLocation(detail));
        return holds;
      },
      should(holds, message, detail) {
        docket.judge(ids);
        if (!holds) docket.warn({ ids, message, ...addAssertionLocation(detail), exchanges: log.chain() });
        return holds;
      },
    });
  const patience = scaleTimeouts(runtime.timeouts, can);
  const lineOf = (visit: EstablishedLink): LinkClient =>
    createLinkClient(visit, runtime.server.url, patience, log.add);

  const tools = {
    ...{ runtime, capabilities: can, timeouts: patience },
    connect: async (encoding) => lineOf(await runtime.getLink(encoding)),
    connectOver: async (connection) => lineOf(await runtime.handshake(connection)),
    createFixtures: (line) => createLinkFixtures(line, litter),
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
    ...judging(requirements, (message, detail) => stop('FAIL', message, detail)),
    for: (...ids) => ({
      ...tools,
      ...judging(ids, (message, detail) => docket.blame({ ids, message, ...detail, exchanges: log.chain() })),
    }),
  };

  /** Deletes what the audit created, if the runtime is still connected. */
  const cleanUp = async (): Promise<void> => {
    const { graphs, variables, hasEventInterest } = litter;
    if (graphs.size + variables.size === 0 && !hasEventInterest) return;
    const { connection } = await runtime.getLink();
    const answerMs = runtime.timeouts.responseMs;
    if (hasEventInterest) await connection.command('events.interest', { types: [] }, answerMs);
    for (const graphId of graphs) await connection.command('graph.unload', { graphId }, answerMs);
    if (variables.size > 0) await connection.command('variables.delete', { ids: [...variables] }, answerMs);
  };

  return { context, log, docket, observations, cleanUp };
};
