import { isSurveyAvailable, type NodeTypeSurvey, surveyNodeTypes } from './audit-helpers/node-type-survey.ts';
import { createCleanup } from './runner/cleanup.ts';
import {
  createRequestGate,
  InterruptedError,
  type Interruption,
  runUnlessAborted,
} from './runner/interruption.ts';
import { createParameterCheck } from './runner/undeclared-parameters.ts';
import { TransportError } from './target/http/transport.ts';
import { probeProfiles } from './target/probe-profiles.ts';
import type { RunContext } from './runner/audit-context.ts';
import type { Leftover, ResourceTracker } from './runner/resource-tracker.ts';
import type { Session } from './target/session.ts';

/** Time limit of a run's final cleanup, in milliseconds. */
const cleanupTimeoutMs = 60_000;

/** Creates everything that the audits of a run share, and the cleanup that deletes what the audits leave behind. */
export const prepareRun = async (session: Session, interruption: Interruption) => {
  const { source, fields, manifest, target } = session;
  const health = await session.readHealth();
  const routes = await session.readRoutes();
  const profiles = await probeProfiles(session, routes);
  const cleanup = await createCleanup(session, routes);
  const inventories: ResourceTracker[] = [];
  const inventory = (): ResourceTracker => {
    const tracker = cleanup.inventory();
    inventories.push(tracker);
    return tracker;
  };
  const surveyed = inventory();
  const gate = createRequestGate();
  const http = gate.of(session.createClient((_, raw) => surveyed.record(target, raw)));

  /** Discovers where the target has undocumented fields, unless the target lets the kit create nothing. */
  const discoverFields = async (): Promise<void> => {
    const { discoverReaders } = await import('./target/field-readers/discover-readers.ts');
    const graphName = `${manifest.namespace}-readers`;
    try {
      await runUnlessAborted(interruption.signal, () => discoverReaders({ http, source, fields, graphName }));
    } catch (error) {
      if (!(error instanceof TransportError || error instanceof InterruptedError)) throw error;
    }
    await cleanup.empty(surveyed, AbortSignal.timeout(interruption.limitToRemaining(cleanupTimeoutMs)));
  };

  /**
   * The result of the slow survey of node types. The survey runs on first use, and runs again only if an audit has
   * closed the project since.
   */
  let survey: Promise<NodeTypeSurvey | undefined> = Promise.resolve(undefined);
  const palette = (): Promise<NodeTypeSurvey> => {
    const next = survey.then(async (previous) =>
      previous && (await isSurveyAvailable(previous, http))
        ? previous
        : surveyNodeTypes(http, fields, `${manifest.namespace}-palette`),
    );
    survey = next.catch(() => undefined);
    return next;
  };

  /** Deletes everything that is left. Returns what can't be deleted. */
  const empty = async (): Promise<readonly Leftover[]> => {
    const end = AbortSignal.timeout(interruption.limitToRemaining(cleanupTimeoutMs));
    await runUnlessAborted(end, gate.close).catch(() => {});
    const leftovers: Leftover[] = [];
    for (const tracker of inventories) leftovers.push(...(await cleanup.empty(tracker, end)));
    leftovers.push(...(await runUnlessAborted(end, () => cleanup.verify(end)).catch(() => [])));
    return [...new Map(leftovers.map((one) => [`${one.on} ${one.what}`, one])).values()];
  };

  const shared: RunContext = {
    session,
    health,
    routes,
    findUndeclaredParameter: createParameterCheck(cleanup.catalog.actions, manifest),
    surveyNodeTypes: palette,
    cleanup,
    createTracker: inventory,
    interruption,
  };
  return { profiles, shared, discoverFields, empty };
};
