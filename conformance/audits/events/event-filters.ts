import { connectHub, describeReceived, type HubClient } from '../../audit-helpers/hub-client.ts';
import { spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { type AuditContext, defineAuditArea } from '../../audit.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { eventRecipes } from '../../coverage/events/event-recipes.ts';
import { createEventRun, type EventRun, type TriggeredEvent } from '../../coverage/events/event-run.ts';
import { explainMissingRecipe } from '../../coverage/events/trigger-event.ts';
import { undefinedIfUnverified } from '../../runner/audit-outcome.ts';
import { getFilterFields } from '../../target/hub/event-catalog.ts';
import type { EventCell } from '../../coverage/events/event-coverage.ts';

const events = defineAuditArea('events', 'token', 'runtime', 'events');

const hasObjectRecipe = (kind: string): boolean => eventRecipes[kind]?.hasObject === true;

/** Records the event kinds that filters apply to but for which the kit has no matching object. */
const recordUnreachableKinds = ({ catalog, recordCell }: EventRun): void => {
  const unreachableKinds = catalog.kinds.filter(
    (kind) => kind.startsWith('animation.playback.') || getFilterFields(catalog.document, kind).length > 0,
  );
  for (const kind of unreachableKinds.filter((candidate) => !hasObjectRecipe(candidate))) {
    const reason = eventRecipes[kind]
      ? 'the kit has nothing that a filter could name'
      : explainMissingRecipe(kind);
    recordCell({ kind, column: 'filter', state: 'unreachable', reason });
    recordCell({ kind, column: 'other filter', state: 'unreachable', reason });
  }
};

/** A connection that is filtered to one object, and the events that were triggered for this object. */
interface FilteredSubscriber {
  readonly client: HubClient;
  readonly triggeredEvents: readonly TriggeredEvent[];
}

/**
 * Triggers events for two connections, using two objects that are as similar as possible. Each filter also names an
 * idle object.
 */
const triggerForTwoSubscribers = async (
  t: AuditContext,
  run: EventRun,
): Promise<readonly [FilteredSubscriber, FilteredSubscriber]> => {
  const drivers = [createEventDriver(t), createEventDriver(t)] as const;
  const idle = await spawnObject(t);
  const join = async (driver: (typeof drivers)[number]): Promise<HubClient> => {
    const object = await driver.object();
    // Checking that the object can be tweened may cause late events, which must not be confused with the events under
    // test.
    if (run.tried.includes('tween.completed')) await run.witness.event('tween.completed', object);
    const client = await connectHub(t, { assertions: t });
    const animated = run.tried.some((kind) => kind.startsWith('animation.'))
      ? await undefinedIfUnverified(driver.playback.animated())
      : undefined;
    const subjects = [object, ...(animated ? [animated.object] : [])];
    await client.subscribeToObjects([idle, ...subjects], ...run.tried);
    return client;
  };
  const clients = [await join(drivers[0]), await join(drivers[1])] as const;
  const subscriptions = [
    { client: clients[0], triggeredEvents: await run.triggerAll(drivers[0]) },
    { client: clients[1], triggeredEvents: await run.triggerAll(drivers[1]) },
  ] as const;
  await run.settle(clients);
  return subscriptions;
};

/** Pairs the events triggered for both objects by kind. */
const pairByKind = ([one, two]: readonly [FilteredSubscriber, FilteredSubscriber]) =>
  one.triggeredEvents.flatMap((triggered) => {
    const counterpart = two.triggeredEvents.find(({ kind }) => kind === triggered.kind);
    return counterpart ? [{ kind: triggered.kind, triggeredEvents: [triggered, counterpart] as const }] : [];
  });

/** What a pair of events reveals about filters, and which connection shows that the filter does not work. */
interface FilterVerdict extends Pick<EventCell, 'state' | 'reason'> {
  readonly wrongAt?: HubClient;
}

/** Explains why a pair of events reveals nothing about filters. */
const findInconclusiveReason = (
  run: EventRun,
  triggeredEvents: readonly TriggeredEvent[],
): FilterVerdict | undefined => {
  if (triggeredEvents.some(({ event }) => event === undefined))
    return { state: 'missing', reason: 'the event never arrived' };
  return triggeredEvents.every(run.identifiesSubject)
    ? undefined
    : { state: 'unreachable', reason: 'the event does not name its object' };
};

/** Checks that each connection receives the events of its own object. */
const checkOwnEvents = async (
  run: EventRun,
  clients: readonly HubClient[],
  triggeredEvents: readonly TriggeredEvent[],
): Promise<FilterVerdict> => {
  for (const [index, client] of clients.entries()) {
    const event = triggeredEvents[index];
    if (event === undefined || (await run.reaches(client, event))) continue;
    return { state: 'missing', reason: 'the filter blocks the event of its own object', wrongAt: client };
  }
  return { state: 'asserted' };
};

/** Checks that neither connection receives events of the other connection's object. */
const checkForeignEvents = (
  run: EventRun,
  clients: readonly HubClient[],
  triggeredEvents: readonly TriggeredEvent[],
): FilterVerdict => {
  const client = clients.find((one, index) => {
    const foreignEvent = triggeredEvents[1 - index];
    return foreignEvent !== undefined && run.hasReached(one, foreignEvent);
  });
  if (client === undefined) return { state: 'asserted' };
  return { state: 'missing', reason: 'the filter passes the event of another object', wrongAt: client };
};

export const audits = [
  events
    .with({ timeout: 180_000, likelyCause: 'SubscribeFiltered ignores objects, or all but one of several' })
    .audit('filter-object', ['HUB-FILTER-001'], async (t) => {
      const run = await createEventRun(t, hasObjectRecipe);
      recordUnreachableKinds(run);
      t.given(run.tried.length > 0, 'an event about a scene object in the catalog');
      const subscriptions = await triggerForTwoSubscribers(t, run);
      const clients = subscriptions.map(({ client }) => client);
      run.recordUntried('filter', 'other filter');
      const results: { what: string; state: EventCell['state']; wrongAt: HubClient | undefined }[] = [];
      for (const { kind, triggeredEvents } of pairByKind(subscriptions)) {
        const inconclusive = findInconclusiveReason(run, triggeredEvents);
        const { wrongAt: missingAt, ...ownResult } =
          inconclusive ?? (await checkOwnEvents(run, clients, triggeredEvents));
        const { wrongAt: excessAt, ...foreignResult } =
          inconclusive ?? checkForeignEvents(run, clients, triggeredEvents);
        run.recordCell({ kind, column: 'filter', ...ownResult });
        run.recordCell({ kind, column: 'other filter', ...foreignResult });
        results.push(
          {
            what: `${kind} arrives when a filter names its object among others`,
            ...ownResult,
            wrongAt: missingAt,
          },
          {
            what: `${kind} does not arrive when a filter names other objects`,
            ...foreignResult,
            wrongAt: excessAt,
          },
        );
      }
      for (const { what, wrongAt } of results)
        t.must(wrongAt === undefined, what, wrongAt && describeReceived(wrongAt));
      t.given(
        results.some(({ state }) => state === 'asserted'),
        'an event that arrives when triggered and names its object',
      );
    }),
];
