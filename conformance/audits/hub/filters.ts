import { area } from '../../area.ts';
import { ifGiven } from '../../engine/stop.ts';
import { filterFieldsIn } from '../../target/hub/event-catalog.ts';
import { whyNoRecipe } from '../../replay/events/kinds.ts';
import { eventRecipes } from '../../replay/events/recipes.ts';
import { openShow } from '../../replay/events/show.ts';
import { createStage } from '../../replay/events/stage.ts';
import { connect, received } from '../../lab/hub-client.ts';
import { spawn } from '../../lab/scene-objects.ts';
import type { AuditContext } from '../../audit.ts';
import type { EventCell } from '../../replay/events/cells.ts';
import type { Scene, Show } from '../../replay/events/show.ts';
import type { HubClient } from '../../lab/hub-client.ts';

const events = area('events', 'token', 'runtime', 'events');

const hasObject = (kind: string): boolean => eventRecipes[kind]?.hasObject === true;

/** Tells of the kinds that carry what filters look at, and that the kit has no such thing for. */
const tellOthers = ({ catalog, tell }: Show): void => {
  const narrowed = catalog.kinds.filter(
    (kind) => kind.startsWith('animation.playback.') || filterFieldsIn(catalog.document, kind).length > 0,
  );
  for (const kind of narrowed.filter((other) => !hasObject(other))) {
    const reason = eventRecipes[kind] ? 'the kit knows nothing that filters could name' : whyNoRecipe(kind);
    tell({ kind, column: 'filter', state: 'unreachable', reason });
    tell({ kind, column: 'other filter', state: 'unreachable', reason });
  }
};

/** A connection that is narrowed to one object, and what befell that object. */
interface Side {
  readonly client: HubClient;
  readonly scenes: readonly Scene[];
}

/** Two sides, whose objects are as much alike as can be. Either also asks for an object that nothing happens to. */
const playTwice = async (t: AuditContext, show: Show): Promise<readonly [Side, Side]> => {
  const stages = [createStage(t), createStage(t)] as const;
  const idle = await spawn(t);
  const join = async (stage: (typeof stages)[number]): Promise<HubClient> => {
    const object = await stage.object();
    // That it can be tweened was tried: what came of it may be told late, and is not what is listened to.
    if (show.tried.includes('tween.completed')) await show.witness.event('tween.completed', object);
    const client = await connect(t, { judge: t });
    const animated = show.tried.some((kind) => kind.startsWith('animation.'))
      ? await ifGiven(stage.playback.animated())
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
const pairsOf = ([one, two]: readonly [Side, Side]) =>
  one.scenes.flatMap((scene) => {
    const twin = two.scenes.find(({ kind }) => kind === scene.kind);
    return twin ? [{ kind: scene.kind, scenes: [scene, twin] as const }] : [];
  });

/** What a pair says of filters, and at which connection it shows that they are wrong. */
interface Verdict extends Pick<EventCell, 'state' | 'reason'> {
  readonly wrongAt?: HubClient;
}

/** Why a pair says nothing of filters. */
const wordless = (show: Show, scenes: readonly Scene[]): Verdict | undefined => {
  if (scenes.some(({ event }) => event === undefined)) return { state: 'missing', reason: 'it never came' };
  return scenes.every(show.isNamed)
    ? undefined
    : { state: 'unreachable', reason: 'it does not name its object' };
};

/** Whether each side gets what befell its own object. */
const ownOf = async (
  show: Show,
  clients: readonly HubClient[],
  scenes: readonly Scene[],
): Promise<Verdict> => {
  for (const [index, client] of clients.entries()) {
    const own = scenes[index];
    if (own === undefined || (await show.reaches(client, own))) continue;
    return { state: 'missing', reason: 'the filter holds back the event of its object', wrongAt: client };
  }
  return { state: 'asserted' };
};

/** Whether no side gets what befell the object of the other. */
const othersOf = (show: Show, clients: readonly HubClient[], scenes: readonly Scene[]): Verdict => {
  const client = clients.find((one, index) => {
    const other = scenes[1 - index];
    return other !== undefined && show.hasReached(one, other);
  });
  if (client === undefined) return { state: 'asserted' };
  return { state: 'missing', reason: 'the filter lets through the event of another object', wrongAt: client };
};

export const filterAudits = [
  events.audit(
    'filter-object',
    ['HUB-FILTER-001'],
    {
      timeout: 180_000,
      likelyCause: 'SubscribeFiltered takes no notice of objects, or of one of several only',
    },
    async (t) => {
      const show = await openShow(t, hasObject);
      tellOthers(show);
      t.given(show.tried.length > 0, 'an event about a scene object that the catalog lists');
      const sides = await playTwice(t, show);
      const clients = sides.map(({ client }) => client);
      show.tellUntried('filter', 'other filter');
      const judged: { what: string; state: EventCell['state']; wrongAt: HubClient | undefined }[] = [];
      for (const { kind, scenes } of pairsOf(sides)) {
        const mute = wordless(show, scenes);
        const { wrongAt: lacking, ...own } = mute ?? (await ownOf(show, clients, scenes));
        const { wrongAt: excess, ...others } = mute ?? othersOf(show, clients, scenes);
        show.tell({ kind, column: 'filter', ...own });
        show.tell({ kind, column: 'other filter', ...others });
        judged.push(
          { what: `${kind} comes where a filter names its object among others`, ...own, wrongAt: lacking },
          { what: `${kind} does not come where a filter names other objects`, ...others, wrongAt: excess },
        );
      }
      for (const { what, wrongAt } of judged)
        t.must(wrongAt === undefined, what, wrongAt && received(wrongAt));
      t.given(
        judged.some(({ state }) => state === 'asserted'),
        'an event that comes when it is set off, and names its object',
      );
    },
  ),
];
