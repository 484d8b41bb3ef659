import { withLine } from '../engine/audit-line.ts';
import { createDocket } from '../engine/docket.ts';
import { createExchangeLog } from '../engine/exchange-log.ts';
import { judgementsBy } from '../engine/judgement.ts';
import { Stop } from '../engine/stop.ts';
import { patienceFor } from './guest.ts';
import { createLab, type Litter } from './lab.ts';
import { createLine, type Line } from './line.ts';
import type { Detail } from '../engine/outcome.ts';
import type { Abilities, Guest, Visit } from './guest.ts';
import type { LinkContext, SharedLinkContext } from './link-audit.ts';

/** The context of one audit over the runtime link, and what it gathered. */
export const createLinkContext = (guest: Guest, can: Abilities, requirements: readonly string[]) => {
  const log = createExchangeLog();
  const docket = createDocket(requirements);
  const observations: Record<string, unknown> = {};
  const litter: Litter = { graphs: new Set(), variables: new Set(), listens: false };

  const stop = (status: Stop['status'], message: string, detail?: Detail): never => {
    throw new Stop(status, message, detail);
  };
  const judging = (ids: readonly string[], fail: (message: string, detail: Detail) => void) =>
    judgementsBy({
      must(holds, message, detail) {
        docket.judge(ids);
        if (!holds) fail(message, withLine(detail));
        return holds;
      },
      should(holds, message, detail) {
        docket.judge(ids);
        if (!holds) docket.warn({ ids, message, ...withLine(detail), exchanges: log.chain() });
        return holds;
      },
    });
  const patience = patienceFor(guest.patience, can);
  const lineOf = (visit: Visit): Line => createLine(visit, guest.host.url, patience, log.add);

  const tools = {
    ...{ guest, can, patience },
    line: async (encoding) => lineOf(await guest.visit(encoding)),
    lineOver: async (connection) => lineOf(await guest.receive(connection)),
    lab: (line) => createLab(line, litter),
    given(condition, message, detail) {
      if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
    },
    notApplicable: (reason) => stop('NOT_APPLICABLE', reason),
    observe(name, value) {
      observations[name] = value;
    },
    record: (exchange) => log.add(exchange),
  } satisfies Omit<LinkContext, 'must' | 'mustEqual' | 'should'>;

  const context: LinkContext & SharedLinkContext<string> = {
    ...tools,
    ...judging(requirements, (message, detail) => stop('FAIL', message, detail)),
    of: (...ids) => ({
      ...tools,
      ...judging(ids, (message, detail) => docket.blame({ ids, message, ...detail, exchanges: log.chain() })),
    }),
  };

  /** Takes away what the audit made, where the runtime is still there. */
  const cleanUp = async (): Promise<void> => {
    const { graphs, variables, listens } = litter;
    if (graphs.size + variables.size === 0 && !listens) return;
    const { connection } = await guest.visit();
    const answerMs = guest.patience.answerMs;
    if (listens) await connection.command('events.interest', { types: [] }, answerMs);
    for (const graphId of graphs) await connection.command('graph.unload', { graphId }, answerMs);
    if (variables.size > 0) await connection.command('variables.delete', { ids: [...variables] }, answerMs);
  };

  return { context, log, docket, observations, cleanUp };
};
