import { createFixtures, type Fixtures } from '../audit-helpers/fixtures.ts';
import { isRecord } from '../json.ts';
import { fieldCatalog, type FieldName } from '../target/field-readers/field-catalog.ts';
import { findRoute } from '../target/routes.ts';
import { addAssertionLocation, type AssertionSubject, createAssertions } from './assertions.ts';
import { type AssertionDetail, AuditStop } from './audit-outcome.ts';
import { createConditionControl } from './condition-control.ts';
import { createAssertedExchangeFinder, createExchangeLog } from './exchange-log.ts';
import { createRequestGate, type Interruption } from './interruption.ts';
import { addManifestHints, createMissedFields } from './manifest-hints.ts';
import { createPropertyRunner } from './property-based-runner.ts';
import { takeSnapshot } from './snapshot.ts';
import { createVerdictCollector } from './verdict-collector.ts';
import type { NodeTypeSurvey } from '../audit-helpers/node-type-survey.ts';
import type { AuditContext, AuditTools, MultiRequirementContext } from '../audit.ts';
import { describeReply, type Exchange, type HttpClient } from '../target/http/exchange.ts';
import type { Health, Session, TargetInfo } from '../target/session.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { Cleanup } from './cleanup.ts';
import type { ResourceTracker } from './resource-tracker.ts';
import type { ParameterCheck } from './undeclared-parameters.ts';

/** Everything that the audits of a run share. */
export interface RunContext {
  readonly session: Session;
  readonly health: Health | undefined;
  /** The routes that the target lists, as returned by `session.readRoutes`. */
  readonly routes: ReadonlySet<string>;
  /** Returns a parameter of an action call that the target does not declare, if the call contains one. */
  readonly findUndeclaredParameter: ParameterCheck;
  readonly surveyNodeTypes: () => Promise<NodeTypeSurvey>;
  readonly cleanup: Cleanup;
  /** Creates a tracker whose remaining resources are checked once more when the run ends. */
  readonly createTracker: () => ResourceTracker;
  readonly interruption: Interruption;
}

/** Creates the context of one audit, and collects everything that the audit records. */
export const createAuditContext = (
  { session, health, routes, surveyNodeTypes, cleanup, createTracker, findUndeclaredParameter }: RunContext,
  requirements: readonly string[],
) => {
  const { manifest, target, seed, times, shrinks } = session;
  const tracker = createTracker();
  const gate = createRequestGate();
  const log = createExchangeLog();
  const assertedExchanges = createAssertedExchangeFinder(log);
  const logExchange = (exchange: Exchange): void => assertedExchanges.add(log.add(exchange));
  const verdictCollector = createVerdictCollector(requirements);
  const observations: Record<string, unknown> = {};
  const undo: (() => Promise<unknown>)[] = [];
  let isFinished = false;
  /** The audit's exchanges since its last assertion, without the exchanges of its fixtures. */
  const unassertedExchanges: Exchange[] = [];

  const stop = (status: AuditStop['status'], message: string, detail?: AssertionDetail): never => {
    throw new AuditStop(status, message, detail);
  };
  /**
   * Returns the reason why a failed assertion proves nothing: a value was not found where the kit looked for it, or the
   * kit sent a parameter that the target does not declare. Returns `undefined` if the target failed.
   */
  const findDoubt = (subject: AssertionSubject): string | undefined => {
    const [parameter] = undeclaredParameters.values();
    if (parameter !== undefined)
      return `undecided, because the call contained ${parameter}, which the target's action schema does not declare (choices.actions can state the call)`;
    const [field] = [...missedFields.fields].filter(
      (key) => unknownFields.has(key) && !session.source.isReadable(key),
    );
    if (subject === 'values' && field !== undefined)
      return `undecided, because the kit could not find ${fieldCatalog[field].about} (choices.paths "${field}")`;
    return undefined;
  };
  const addEvidence = (message: string, detail: AssertionDetail): AssertionDetail => ({
    exchange: assertedExchanges.find(message, detail.reply ?? detail.changedBy),
    ...(detail.changedBy && { isSideEffect: true }),
    ...addAssertionLocation(detail),
  });
  const toAssertions = (
    ids: readonly string[],
    {
      fail,
      leaveUndecided,
    }: {
      readonly fail: (message: string, detail: AssertionDetail) => void;
      readonly leaveUndecided: (reason: string) => void;
    },
  ) =>
    createAssertions({
      must(condition, message, detail, subject = 'values') {
        verdictCollector.markEvaluated(ids);
        const doubt = condition ? undefined : findDoubt(subject);
        if (condition) session.coverage.assert(unassertedExchanges.splice(0));
        else if (doubt !== undefined) leaveUndecided(`${message}: ${doubt}`);
        else fail(message, addEvidence(message, detail));
        undeclaredParameters.clear();
        assertedExchanges.forget();
        missedFields.settle();
        return condition;
      },
      should(condition, message, detail) {
        verdictCollector.markEvaluated(ids);
        if (!condition)
          verdictCollector.warn({ ids, message, ...addEvidence(message, detail), exchanges: log.chain() });
        assertedExchanges.forget();
        missedFields.settle();
        return condition;
      },
      findChangeSince: assertedExchanges.findChangeSince,
    });
  const given = (condition: boolean, message: string, detail?: AssertionDetail): void => {
    assertedExchanges.forget();
    undeclaredParameters.clear();
    if (!condition) stop('NOT_VERIFIED', `Not given: ${message}`, detail);
    missedFields.settle();
  };
  const unverified = (reason: string): never => stop('NOT_VERIFIED', `Not given: ${reason}`);
  const missedFields = createMissedFields();
  const unknownFields = new Set<FieldName>();
  const readers = session.createFieldsFor({
    requirements,
    onRead(key, result) {
      missedFields.noteRead(key, result === 'found');
      if (result === 'unknown') unknownFields.add(key);
      else unknownFields.delete(key);
    },
  });
  /** Parameters that the target does not declare, keyed by URL. A later call without such a parameter replaces it. */
  const undeclaredParameters = new Map<string, string>();
  const fields: Fields = {
    ...readers,
    portValue: (body) => {
      const value = readers.portValue(body);
      const isUnreadable = value === undefined && isRecord(body) && !session.source.isReadable('port.value');
      return isUnreadable ? unverified('the value in the answer of a port read') : value;
    },
  };
  const createClient = (record: (exchange: Exchange) => void, to: TargetInfo): HttpClient =>
    gate.of(
      session.createClient(
        (exchange, raw) => {
          tracker.record(to, raw);
          const undeclared = findUndeclaredParameter(exchange);
          if (undeclared === undefined) undeclaredParameters.delete(exchange.request.url);
          else undeclaredParameters.set(exchange.request.url, undeclared);
          missedFields.noteRequest();
          record(exchange);
        },
        to,
        {
          onRead(exchange) {
            const reported = log.getReported(exchange);
            if (reported) assertedExchanges.markRead(reported);
          },
        },
      ),
    );
  const http = createClient((exchange) => {
    logExchange(exchange);
    unassertedExchanges.push(exchange);
  }, target);
  const defer = (action: () => Promise<unknown>): void => {
    if (isFinished) void action().catch(() => {});
    else undo.push(action);
  };
  const createFixturesOn = (client: HttpClient, to: TargetInfo, namespace: string): Fixtures =>
    createFixtures({
      http: client,
      preconditions: { given, unverified, fields },
      namespace,
      surveyNodeTypes: () => {
        session.source.lean(['node.ports', 'port.name', 'port.direction'], requirements);
        return surveyNodeTypes();
      },
      trackGraph: (graphId) => tracker.adopt(to, graphId),
      canDeleteGraphs: cleanup.canDiscard,
    });
  const conditionControl = createConditionControl({
    session,
    createClient: (to) => createClient(logExchange, to),
    defer,
  });

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
    givenSuccess: (reply, message) => given(reply.ok, message, describeReply(reply)),
    unverified,
    async snapshot(read) {
      const snapshot = await takeSnapshot(read);
      assertedExchanges.markSnapshot(snapshot);
      return snapshot;
    },
    observe(name, value) {
      observations[name] = value;
    },
    notApplicable: (reason) => stop('NOT_APPLICABLE', reason),
    requireOffered(action) {
      if (session.absentActions.has(action.toLowerCase()))
        stop('NOT_APPLICABLE', `The runtime does not offer ${action}`);
    },
    defer,
    beforeHubCall: session.beforeHubCall,
    record: (exchange) => assertedExchanges.markRead(log.add(session.redactor.exchange(exchange))),
    property: createPropertyRunner({ seed, times, shrinks, log, verdictCollector }),
    fixtures: createFixturesOn(http, target, manifest.namespace),
    async underCondition(name) {
      const instance = await conditionControl.under(name);
      // Graphs that are created now need different names from earlier graphs, because the target itself may be in the
      // condition.
      return {
        ...instance,
        fixtures: createFixturesOn(instance.http, instance.target, `${manifest.namespace}-${name}`),
      };
    },
    createClientAt: (to) => createClient(logExchange, to),
    enterCondition: async (name) => (await conditionControl.bring(name)).back,
    harnessError: (reason) =>
      stop('HARNESS_ERROR', `The set-up of a condition failed: it was not seen that ${reason}`),
  };
  const context: AuditContext & MultiRequirementContext<string> = {
    ...tools,
    ...toAssertions(requirements, {
      fail: (message, detail) => stop('FAIL', message, detail),
      leaveUndecided: (reason) => stop('NOT_VERIFIED', reason),
    }),
    for: (...ids) => ({
      ...tools,
      ...toAssertions(ids, {
        fail: (message, detail) =>
          verdictCollector.blame({ ids, message, ...detail, exchanges: log.chain() }),
        leaveUndecided: (reason) => verdictCollector.leaveUndecided(ids, reason),
      }),
    }),
  };

  /**
   * Undoes all changes in reverse order, and deletes everything that the audit created. An audit that is still running
   * after its time limit can send no more requests. Returns a stop if the target can't be restored from a condition.
   */
  const cleanUp = async (end: AbortSignal): Promise<AuditStop | undefined> => {
    await gate.close();
    gate.open();
    let restoreFailure: AuditStop | undefined;
    for (const action of undo.splice(0).reverse()) {
      await action().catch((error: unknown) => {
        if (error instanceof AuditStop) restoreFailure ??= error;
      });
    }
    isFinished = true;
    await gate.close();
    await cleanup.empty(tracker, end);
    return restoreFailure;
  };

  /** Explains why an audit could not continue: which claims of the manifest are wrong, and which keys would help. */
  const explain = (message: string): string =>
    addManifestHints(message, {
      manifest,
      source: session.source,
      missedFields: missedFields.fields,
      last: log.chain().at(-1),
    });

  return { context, log, verdictCollector, observations, cleanUp, explain };
};
