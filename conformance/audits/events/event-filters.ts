import { defineAuditArea } from '../../define-audit-area.ts';
import { undefinedIfUnverified } from '../../runner/audit-stop.ts';
import { getFilterFields } from '../../target/hub/event-catalog.ts';
import { explainMissingRecipe } from '../../coverage/events/untriggered-kinds.ts';
import { eventRecipes } from '../../coverage/events/event-recipes.ts';
import { createEventRun } from '../../coverage/events/event-run.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { spawnObject } from '../../audit-helpers/scene-objects.ts';
import type { AuditContext } from '../../audit.ts';
import type { EventCell } from '../../coverage/events/event-coverage.ts';
import type { TriggeredEvent, EventRun } from '../../coverage/events/event-run.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';

const events = defineAuditArea('events', 'token', 'runtime', 'events');

const hasObjectRecipe = (kind: string): boolean => eventRecipes[kind]?.hasObject === true;

/** Reports the kinds that filters apply to, if the kit has no matching object for them. */
const recordUnreachableKinds = ({ catalog, tell }: EventRun): void => {
  const narrowed = catalog.kinds.filter(
    (kind) => kind.startsWith('animation.playback.') || getFilterFields(catalog.document, kind).length > 0,
  );
  for (const kind of narrowed.filter((other) => !hasObjectRecipe(other))) {
    const reason = eventRecipes[kind]
      ? 'the kit has nothing that a filter could name'
      : explainMissingRecipe(kind);
    tell({ kind, column: 'filter', state: 'unreachable', reason });
    tell({ kind, column: 'other filter', state: 'unreachable', reason });
  }
};

/** A connection filtered to one object, and the events triggered for that object. */
interface FilteredSubscriber {
  readonly client: HubClient;
  readonly scenes: readonly TriggeredEvent[];
}

/**
 * Triggers events for two connections with objects that are as similar as possible. Each filter also names an idle
 * object.
 */
const triggerForTwoSubscribers = async (
  t: AuditContext,
  show: EventRun,
): Promise<readonly [FilteredSubscriber, FilteredSubscriber]> => {
  const drivers = [createEventDriver(t), createEventDriver(t)] as const;
  const idle = await spawnObject(t);
  const join = async (driver: (typeof drivers)[number]): Promise<HubClient> => {
    const object = await driver.object();
    // The check that the object can be tweened may emit late events, which must not be mistaken for those under test.
    if (show.tried.includes('tween.completed')) await show.witness.event('tween.completed', object);
    const client = await connectHub(t, { assertions: t });
    const animated = show.tried.some((kind) => kind.startsWith('animation.'))
      ? await undefinedIfUnverified(driver.playback.animated())
      : undefined;
    const own = [object, ...(animated ? [animated.object] : [])];
    await client.subscribeToObjects([idle, ...own], ...show.tried);
    return client;
  };
  const clients = [await join(drivers[0]), await join(drivers[1])] as const;
  const sides = [
    { client: clients[0], scenes: await show.play(drivers[0]) },
    { client: clients[1], scenes: await show.play(drivers[1]) },
  ] as const;
  await show.settle(clients);
  return sides;
};

/** Pairs the events triggered for both objects, kind by kind. */
const pairByKind = ([one, two]: readonly [FilteredSubscriber, FilteredSubscriber]) =>
  one.scenes.flatMap((scene) => {
    const twin = two.scenes.find(({ kind }) => kind === scene.kind);
    return twin ? [{ kind: scene.kind, scenes: [scene, twin] as const }] : [];
  });

/** What a pair shows about filters, and which connection proves them wrong. */
interface FilterVerdict extends Pick<EventCell, 'state' | 'reason'> {
  readonly wrongAt?: HubClient;
}

/** Explains why a pair is inconclusive about filters. */
const findInconclusiveReason = (
  show: EventRun,
  scenes: readonly TriggeredEvent[],
): FilterVerdict | undefined => {
  if (scenes.some(({ event }) => event === undefined))
    return { state: 'missing', reason: 'the event never arrived' };
  return scenes.every(show.isNamed)
    ? undefined
    : { state: 'unreachable', reason: 'the event does not name its object' };
};

/** Checks that each connection receives the events of its own object. */
const checkOwnEvents = async (
  show: EventRun,
  clients: readonly HubClient[],
  scenes: readonly TriggeredEvent[],
): Promise<FilterVerdict> => {
  for (const [index, client] of clients.entries()) {
    const own = scenes[index];
    if (own === undefined || (await show.reaches(client, own))) continue;
    return { state: 'missing', reason: 'the filter blocks the event of its own object', wrongAt: client };
  }
  return { state: 'asserted' };
};

/** Checks that no connection receives events of the other object. */
const checkForeignEvents = (
  show: EventRun,
  clients: readonly HubClient[],
  scenes: readonly TriggeredEvent[],
): FilterVerdict => {
  const client = clients.find((one, index) => {
    const other = scenes[1 - index];
    return other !== undefined && show.hasReached(one, other);
  });
  if (client === undefined) return { state: 'asserted' };
  return { state: 'missing', reason: 'the filter passes the event of another object', wrongAt: client };
};

export const eventFilterAudits = [
  events.audit(
    'filter-object',
    ['HUB-FILTER-001'],
    {
      timeout: 180_000,
      likelyCause: 'SubscribeFiltered ignores objects, or all but one of several',
    },
    async (t) => {
      const show = await createEventRun(t, hasObjectRecipe);
      recordUnreachableKinds(show);
      t.given(show.tried.length > 0, 'an event about a scene object in the catalog');
      const sides = await triggerForTwoSubscribers(t, show);
      const clients = sides.map(({ client }) => client);
      show.tellUntried('filter', 'other filter');
      const judged: { what: string; state: EventCell['state']; wrongAt: HubClient | undefined }[] = [];
      for (const { kind, scenes } of pairByKind(sides)) {
        const mute = findInconclusiveReason(show, scenes);
        const { wrongAt: lacking, ...own } = mute ?? (await checkOwnEvents(show, clients, scenes));
        const { wrongAt: excess, ...others } = mute ?? checkForeignEvents(show, clients, scenes);
        show.tell({ kind, column: 'filter', ...own });
        show.tell({ kind, column: 'other filter', ...others });
        judged.push(
          { what: `${kind} arrives when a filter names its object among others`, ...own, wrongAt: lacking },
          { what: `${kind} does not arrive when a filter names other objects`, ...others, wrongAt: excess },
        );
      }
      for (const { what, wrongAt } of judged)
        t.must(wrongAt === undefined, what, wrongAt && describeReceived(wrongAt));
      t.given(
        judged.some(({ state }) => state === 'asserted'),
        'an event that arrives when triggered and names its object',
      );
    },
  ),
];
