import { keep } from './agreement.ts';
import { withLine } from './audit-line.ts';
import { createLab } from '../lab/lab.ts';
import { findRoute } from '../target/routes.ts';
import { createConditions } from './conditions.ts';
import { createDocket } from './docket.ts';
import { createExchangeLog } from './exchange-log.ts';
import { explained } from './explain.ts';
import { createGate } from './gate.ts';
import { judgementsBy } from './judgement.ts';
import { createPropertyRunner } from './property.ts';
import { Stop } from './stop.ts';
import { isRecord } from '../json.ts';
import type { AuditContext, AuditTools, SharedAuditContext } from '../audit.ts';
import type { HttpClient, Exchange } from '../target/http/exchange.ts';
import type { Detail } from './outcome.ts';
import type { Fields } from '../target/fields.ts';
import type { FieldName } from '../target/readers/catalog.ts';
import type { Lab } from '../lab/lab.ts';
import type { Palette } from '../lab/palette.ts';
import type { Inventory } from './inventory.ts';
import type { Interruption } from './interruption.ts';
import type { TakeAway } from './take-away.ts';
import type { Health, Session, TargetInfo } from '../target/session.ts';

/** What the run lends to every audit. */
export interface Shared {
  readonly session: Session;
  readonly health: Health | undefined;
  /** The routes that the target lists, as `session.readRoutes` tells them. */
  readonly routes: ReadonlySet<string>;
  readonly palette: () => Promise<Palette>;
  readonly takeAway: TakeAway;
  /** An inventory that is looked at once more when the run ends. */
  readonly inventory: () => Inventory;
  readonly interruption: Interruption;
}

/** The context of one audit, and what it gathered. */
export const createContext = (
  { session, health, routes, palette, takeAway, inventory }: Shared,
  requirements: readonly string[],
) => {
  const { manifest, target, seed, times, shrinks } = session;
  const made = inventory();
  const gate = createGate();
  const log = createExchangeLog();
  const docket = createDocket(requirements);
  const observations: Record<string, unknown> = {};
  const undo: (() => Promise<unknown>)[] = [];
  let isOver = false;
  /** What the audit asked since it last judged; what its lab asks is none of it. */
  const unjudged: Exchange[] = [];

  const stop = (status: Stop['status'], message: string, detail?: Detail): never => {
    throw new Stop(status, message, detail);
  };
  const judging = (ids: readonly string[], fail: (message: string, detail: Detail) => void) =>
    judgementsBy({
      must(holds, message, detail) {
        docket.judge(ids);
        if (holds) session.coverage.assert(unjudged.splice(0));
        else fail(message, withLine(detail));
        return holds;
      },
      should(holds, message, detail) {
        docket.judge(ids);
        if (!holds) docket.warn({ ids, message, ...withLine(detail), exchanges: log.chain() });
        return holds;
      },
    });
  const given = (condition: boolean, message: string, detail?: Detail): void => {
    if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
  };
  const unverified = (reason: string): never => stop('NOT_VERIFIED', `Not given: ${reason}`);
  const missed = new Set<FieldName>();
  const readers = session.fieldsFor({
    requirements,
    heed: (key, isFound) => (isFound ? missed.delete(key) : missed.add(key)),
  });
  const fields: Fields = {
    ...readers,
    portValue: (body) => {
      const value = readers.portValue(body);
      const isBlind = value === undefined && isRecord(body) && !session.source.isReadable('port.value');
      return isBlind ? unverified('the value in the answer of a port read') : value;
    },
  };
  const clientOf = (record: (exchange: Exchange) => void, to: TargetInfo): HttpClient =>
    gate.of(
      session.clientOf((exchange) => {
        made.see(to, exchange);
        record(exchange);
      }, to),
    );
  const http = clientOf((exchange) => {
    log.add(exchange);
    unjudged.push(exchange);
  }, target);
  const defer = (action: () => Promise<unknown>): void => {
    if (isOver) void action().catch(() => {});
    else undo.push(action);
  };
  const labOn = (client: HttpClient, to: TargetInfo, namespace: string): Lab =>
    createLab({
      http: client,
      judge: { given, unverified, fields },
      namespace,
      palette: () => {
        session.source.lean(['node.ports', 'port.name', 'port.direction'], requirements);
        return palette();
      },
      adopt: (graphId) => made.adopt(to, graphId),
      canDiscard: takeAway.canDiscard,
    });
  const lead = createConditions({ session, clientOf: (to) => clientOf(log.add, to), defer });

  const tools: AuditTools = {
    target,
    manifest,
    health,
    http,
    fields,
    seed,
    route: (name) => findRoute(name, manifest, routes),
    traffic: session.traffic,
    events: session.events,
    given,
    unverified,
    keep,
    observe(name, value) {
      observations[name] = value;
    },
    notApplicable: (reason) => stop('NOT_APPLICABLE', reason),
    defer,
    record: (exchange) => log.add(session.redactor.exchange(exchange)),
    property: createPropertyRunner({ seed, times, shrinks, log, docket }),
    lab: labOn(http, target, manifest.namespace),
    async under(name) {
      const found = await lead.under(name);
      // The target itself may be the one in the condition: its graphs must not take the place of those made before.
      return { ...found, lab: labOn(found.http, found.target, `${manifest.namespace}-${name}`) };
    },
    clientAt: (place) => clientOf(log.add, place),
    bring: async (name) => (await lead.bring(name)).back,
    unconfirmed: (reason) => stop('HARNESS_ERROR', `Not confirmed: ${reason}`),
  };
  const context: AuditContext & SharedAuditContext<string> = {
    ...tools,
    ...judging(requirements, (message, detail) => stop('FAIL', message, detail)),
    of: (...ids) => ({
      ...tools,
      ...judging(ids, (message, detail) => docket.blame({ ids, message, ...detail, exchanges: log.chain() })),
    }),
  };

  /**
   * Undoes everything, the last first, and takes away what was made. An audit that goes on after its time asks nothing
   * more. Answers a target left in a condition.
   */
  const cleanUp = async (end: AbortSignal): Promise<Stop | undefined> => {
    await gate.close();
    gate.open();
    let stuck: Stop | undefined;
    for (const action of undo.splice(0).reverse()) {
      await action().catch((error: unknown) => {
        if (error instanceof Stop) stuck ??= error;
      });
    }
    isOver = true;
    await gate.close();
    await takeAway.empty(made, end);
    return stuck;
  };

  /** Why an audit could not go on, with what the manifest says that is not so, and what it could say. */
  const explain = (message: string): string =>
    explained(message, { manifest, source: session.source, missed, last: log.chain().at(-1) });

  return { context, log, docket, observations, cleanUp, explain };
};
