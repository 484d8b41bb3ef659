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

/** Creates the context of one audit over the runtime link, and collects everything that the audit records. */
export const createLinkContext = (
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

  const tools = {
    ...{ runtime, capabilities, timeouts },
    connect: async (encoding) => createClient(await runtime.getLink(encoding)),
    connectOver: async (connection) => createClient(await runtime.handshake(connection)),
    createFixtures: (line) => createLinkFixtures(line, cleanupList),
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
