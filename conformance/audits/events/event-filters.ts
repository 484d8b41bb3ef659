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

/** Tells of the kinds that carry what filters look at, and that the kit has no such thing for. */
const recordUnreachableKinds = ({ catalog, tell }: EventRun): void => {
  const narrowed = catalog.kinds.filter(
    (kind) => kind.startsWith('animation.playback.') || getFilterFields(catalog.document, kind).length > 0,
  );
  for (const kind of narrowed.filter((other) => !hasObjectRecipe(other))) {
    const reason = eventRecipes[kind]
      ? 'the kit knows nothing that filters could name'
      : explainMissingRecipe(kind);
    tell({ kind, column: 'filter', state: 'unreachable', reason });
    tell({ kind, column: 'other filter', state: 'unreachable', reason });
  }
};

/** A connection that is narrowed to one object, and what befell that object. */
interface FilteredSubscriber {
  readonly client: HubClient;
  readonly scenes: readonly TriggeredEvent[];
}

/** Two sides, whose objects are as much alike as can be. Either also asks for an object that nothing happens to. */
const triggerForTwoSubscribers = async (
  t: AuditContext,
  show: EventRun,
): Promise<readonly [FilteredSubscriber, FilteredSubscriber]> => {
  const stages = [createEventDriver(t), createEventDriver(t)] as const;
  const idle = await spawnObject(t);
  const join = async (stage: (typeof stages)[number]): Promise<HubClient> => {
    const object = await stage.object();
    // That it can be tweened was tried: what came of it may be told late, and is not what is listened to.
    if (show.tried.includes('tween.completed')) await show.witness.event('tween.completed', object);
    const client = await connectHub(t, { assertions: t });
    const animated = show.tried.some((kind) => kind.startsWith('animation.'))
      ? await undefinedIfUnverified(stage.playback.animated())
      : undefined;
    const own = [object, ...(animated ? [animated.object] : [])];
    await client.subscribeToObjects([idle, ...own], ...show.tried);
    return client;
  };
  const clients = [await join(stages[0]), await join(stages[1])] as const;
  const sides = [
    { client: clients[0], scenes: await show.play(stages[0]) },
    { client: clients[1], scenes: await show.play(stages[1]) },
  ] as const;
  await show.settle(clients);
  return sides;
};

/** What happened to both objects, kind by kind. */
const pairByKind = ([one, two]: readonly [FilteredSubscriber, FilteredSubscriber]) =>
  one.scenes.flatMap((scene) => {
    const twin = two.scenes.find(({ kind }) => kind === scene.kind);
    return twin ? [{ kind: scene.kind, scenes: [scene, twin] as const }] : [];
  });

/** What a pair says of filters, and at which connection it shows that they are wrong. */
interface FilterVerdict extends Pick<EventCell, 'state' | 'reason'> {
  readonly wrongAt?: HubClient;
}

/** Why a pair says nothing of filters. */
const findInconclusiveReason = (
  show: EventRun,
  scenes: readonly TriggeredEvent[],
): FilterVerdict | undefined => {
  if (scenes.some(({ event }) => event === undefined)) return { state: 'missing', reason: 'it never came' };
  return scenes.every(show.isNamed)
    ? undefined
    : { state: 'unreachable', reason: 'it does not name its object' };
};

/** Whether each side gets what befell its own object. */
const checkOwnEvents = async (
  show: EventRun,
  clients: readonly HubClient[],
  scenes: readonly TriggeredEvent[],
): Promise<FilterVerdict> => {
  for (const [index, client] of clients.entries()) {
    const own = scenes[index];
    if (own === undefined || (await show.reaches(client, own))) continue;
    return { state: 'missing', reason: 'the filter holds back the event of its object', wrongAt: client };
  }
  return { state: 'asserted' };
};

/** Whether no side gets what befell the object of the other. */
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
  return { state: 'missing', reason: 'the filter lets through the event of another object', wrongAt: client };
};

export const eventFilterAudits = [
  events.audit(
    'filter-object',
    ['HUB-FILTER-001'],
    {
      timeout: 180_000,
      likelyCause: 'SubscribeFiltered takes no notice of objects, or of one of several only',
    },
    async (t) => {
      const show = await createEventRun(t, hasObjectRecipe);
      recordUnreachableKinds(show);
      t.given(show.tried.length > 0, 'an event about a scene object that the catalog lists');
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
          { what: `${kind} comes where a filter names its object among others`, ...own, wrongAt: lacking },
          { what: `${kind} does not come where a filter names other objects`, ...others, wrongAt: excess },
        );
      }
      for (const { what, wrongAt } of judged)
        t.must(wrongAt === undefined, what, wrongAt && describeReceived(wrongAt));
      t.given(
        judged.some(({ state }) => state === 'asserted'),
        'an event that comes when it is set off, and names its object',
      );
    },
  ),
];
