import { isDeepStrictEqual } from 'node:util';
import { envelopeFault } from '../documents/validator.ts';
import { brief } from '../json.ts';
import { createLab } from '../lab/lab.ts';
import { targetOf, tokenOf } from '../target/session.ts';
import { createExchangeLog } from './exchange-log.ts';
import { createPropertyRunner } from './property.ts';
import { Stop } from './stop.ts';
import type { AuditContext, Detail } from '../audit.ts';
import type { Palette } from '../lab/palette.ts';
import type { Discarder } from '../target/discard.ts';
import type { Health, Session } from '../target/session.ts';

/** What the run lends to every audit. */
export interface Shared {
  readonly session: Session;
  readonly health: Health | undefined;
  readonly palette: () => Promise<Palette>;
  readonly discard: Discarder;
}

export interface Warning {
  readonly message: string;
  readonly detail: Detail;
}

/** The context of one audit, and what it gathered. */
export const createContext = ({ session, health, palette, discard }: Shared) => {
  const log = createExchangeLog();
  const warnings: Warning[] = [];
  const observations: Record<string, unknown> = {};
  const undo: (() => Promise<unknown>)[] = [];
  let judged = 0;

  const stop = (status: Stop['status'], message: string, detail?: Detail): never => {
    throw new Stop(status, message, detail);
  };
  const must = (condition: boolean, message: string, detail?: Detail): void => {
    judged += 1;
    if (!condition) stop('FAIL', message, detail);
  };
  const given = (condition: boolean, message: string, detail?: Detail): void => {
    if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
  };
  const unverified = (reason: string): never => stop('NOT_VERIFIED', `Not given: ${reason}`);
  const http = session.clientOf(log.add);

  const context: AuditContext = {
    target: session.target,
    manifest: session.manifest,
    health,
    http,
    fields: session.fields,
    seed: session.seed,
    traffic: session.traffic,
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
    defer(action) {
      undo.push(action);
    },
    record: (exchange) => log.add(session.redactor.exchange(exchange)),
    property: createPropertyRunner(session.seed, log),
    lab: createLab({
      http,
      judge: { given, unverified, fields: session.fields },
      namespace: session.manifest.namespace,
      palette,
      adopt: (graphId) => undo.push(() => discard.graph(graphId)),
      canDiscard: discard.possible,
    }),
    instance(name) {
      const instance = session.manifest.instances[name];
      if (!instance) return unverified(`the manifest's instances.${name}`);
      const target = targetOf(instance.url, instance.eventsUrl, tokenOf(instance));
      return { target, http: session.clientOf(log.add, target) };
    },
  };

  /** Undoes everything, the last first; what cannot be undone stays. */
  const cleanUp = async (): Promise<void> => {
    for (const action of undo.reverse()) await action().catch(() => {});
  };

  return { context, log, warnings, observations, judged: () => judged, cleanUp };
};
