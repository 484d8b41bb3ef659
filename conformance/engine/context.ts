import { isDeepStrictEqual } from 'node:util';
import { envelopeFault } from '../target/http/validator.ts';
import { brief } from '../json.ts';
import { createLab } from '../lab/lab.ts';
import { findRoute } from '../target/routes.ts';
import { createConditions } from './conditions.ts';
import { createExchangeLog } from './exchange-log.ts';
import { createPropertyRunner } from './property.ts';
import { Stop } from './stop.ts';
import type { AuditContext } from '../audit.ts';
import type { HttpClient, Exchange } from '../target/http/exchange.ts';
import type { Detail } from './outcome.ts';
import type { Lab } from '../lab/lab.ts';
import type { Palette } from '../lab/palette.ts';
import type { Discarder } from '../target/discard.ts';
import type { Health, Session } from '../target/session.ts';

/** What the run lends to every audit. */
export interface Shared {
  readonly session: Session;
  readonly health: Health | undefined;
  /** The routes that the target lists, as `session.readRoutes` tells them. */
  readonly routes: ReadonlySet<string>;
  readonly palette: () => Promise<Palette>;
  readonly discard: Discarder;
}

interface Warning {
  readonly message: string;
  readonly detail: Detail;
}

/** The context of one audit, and what it gathered. */
export const createContext = ({ session, health, routes, palette, discard }: Shared) => {
  const { manifest } = session;
  const log = createExchangeLog();
  const warnings: Warning[] = [];
  const observations: Record<string, unknown> = {};
  const undo: (() => Promise<unknown>)[] = [];
  let judged = 0;
  /** What the audit asked since it last judged; what its lab asks is none of it. */
  const unjudged: Exchange[] = [];

  const stop = (status: Stop['status'], message: string, detail?: Detail): never => {
    throw new Stop(status, message, detail);
  };
  const must = (condition: boolean, message: string, detail?: Detail): void => {
    judged += 1;
    if (!condition) stop('FAIL', message, detail);
    session.coverage.assert(unjudged.splice(0));
  };
  const given = (condition: boolean, message: string, detail?: Detail): void => {
    if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
  };
  const unverified = (reason: string): never => stop('NOT_VERIFIED', `Not given: ${reason}`);
  const http = session.clientOf((exchange) => {
    log.add(exchange);
    unjudged.push(exchange);
  });
  const defer = (action: () => Promise<unknown>): void => {
    undo.push(action);
  };
  const labOn = (client: HttpClient, quiet: HttpClient, namespace: string): Lab =>
    createLab({
      http: client,
      judge: { given, unverified, fields: session.fields },
      namespace,
      palette,
      adopt: (graphId) => defer(() => discard.graph(graphId, quiet)),
      canDiscard: discard.possible,
    });
  const lead = createConditions({ session, clientOf: (to) => session.clientOf(log.add, to), defer });

  const context: AuditContext = {
    target: session.target,
    manifest,
    health,
    http,
    fields: session.fields,
    seed: session.seed,
    route: (name) => findRoute(name, manifest, routes),
    traffic: session.traffic,
    events: session.events,
    must,
    given,
    unverified,
    mustEqual(actual, expected, message) {
      must(isDeepStrictEqual(actual, expected), message, { expected, actual });
    },
    mustFail(reply, status, code) {
      const actual = `${reply.status} ${brief(reply.at('error.code') ?? reply.text)}`;
      const expected = code === undefined ? `${status}` : `${status} ${code}`;
      must(reply.status === status, `${reply.title} answers ${expected}`, { expected, actual });
      if (code !== undefined) {
        must(reply.at('error.code') === code, `${reply.title} answers ${expected}`, { expected, actual });
      }
      const fault = envelopeFault(reply.text);
      must(fault === undefined, `${reply.title} answers with the error envelope`, { actual: fault });
    },
    mustNotSucceed(reply, message) {
      must(reply.status >= 400, message, { expected: 'an error status', actual: reply.status });
      const fault = envelopeFault(reply.text);
      must(fault === undefined, `${reply.title} answers with the error envelope`, { actual: fault });
    },
    should(condition, message, detail = {}) {
      judged += 1;
      if (!condition) warnings.push({ message, detail });
    },
    observe(name, value) {
      observations[name] = value;
    },
    notApplicable: (reason) => stop('NOT_APPLICABLE', reason),
    defer,
    record: (exchange) => log.add(session.redactor.exchange(exchange)),
    property: createPropertyRunner(session.seed, session.times, log),
    lab: labOn(http, session.silent, manifest.namespace),
    async under(name) {
      const found = await lead.under(name);
      const quiet = session.clientOf(() => {}, found.target);
      // The target itself may be the one in the condition: its graphs must not take the place of those made before.
      return { ...found, lab: labOn(found.http, quiet, `${manifest.namespace}-${name}`) };
    },
    bring: async (name) => (await lead.bring(name)).back,
    unconfirmed: (reason) => stop('HARNESS_ERROR', `Not confirmed: ${reason}`),
  };

  /** Undoes everything, the last first; what cannot be undone stays. Answers a target left in a condition. */
  const cleanUp = async (): Promise<Stop | undefined> => {
    let stuck: Stop | undefined;
    for (const action of undo.reverse()) {
      await action().catch((error: unknown) => {
        if (error instanceof Stop) stuck ??= error;
      });
    }
    return stuck;
  };

  return { context, log, warnings, observations, judged: () => judged, cleanUp };
};
