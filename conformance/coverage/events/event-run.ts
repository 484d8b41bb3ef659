import { connectHub, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { createConsoleWriter, createUniqueText } from '../../audit-helpers/console-writer.ts';
import { isUnverifiedStop } from '../../runner/audit-stop.ts';
import { readEventCatalog } from './read-event-catalog.ts';
import { waitForTriggeredEvent, isEventOfSubject } from './correlate-event.ts';
import { explainMissingRecipe } from './untriggered-kinds.ts';
import { triggerEvent } from './trigger-event.ts';
import { eventRecipes, describeMissingNeeds, getEventRecipe } from './event-recipes.ts';
import { createEventDriver } from './event-driver.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { EventCell, EventColumn } from './event-coverage.ts';
import type { CallbackPositions } from './trigger-event.ts';
import type { EventRecipe } from './event-recipes.ts';
import type { EventSubject, EventDriver } from './event-driver.ts';

/** What shows that a connection goes on receiving events. */
const barrierKind = 'console.log';

/** What came of the act for one kind. */
export interface TriggeredEvent {
  readonly kind: string;
  readonly subject: EventSubject;
  /** As the witness received it; undefined when none came. */
  readonly event: HubEvent | undefined;
}

/**
 * Sets off every kind of the target's catalog for which there is a way, in the sight of a witness that subscribed to
 * all of them by name. Who else is to watch takes a seat before.
 */
export const createEventRun = async (t: AuditTools, suits: (kind: string) => boolean = () => true) => {
  const catalog = await readEventCatalog(t);
  t.given(catalog.document !== undefined, 'the event catalog, GET /api/events/types');
  const listed = catalog.kinds.filter(suits);
  /** Kinds that are not set off, with the reason. */
  const untried = new Map<string, string>();
  for (const kind of listed) {
    const recipe = eventRecipes[kind];
    const lacking = recipe && describeMissingNeeds(recipe, t);
    if (recipe === undefined) untried.set(kind, explainMissingRecipe(kind));
    else if (lacking !== undefined) untried.set(kind, `needs ${lacking}`);
  }
  const tried = Object.keys(eventRecipes).filter((kind) => listed.includes(kind) && !untried.has(kind));
  const witness = await connectHub(t);
  if (tried.length > 0) await witness.subscribe(...tried);
  const barriers = new Map<HubClient, number>();

  /** One kind after another; what cannot be set off is untried from then on. */
  const play = async (stage: EventDriver = createEventDriver(t)): Promise<readonly TriggeredEvent[]> => {
    const scenes: TriggeredEvent[] = [];
    const begun = new Map<EventRecipe['act'], CallbackPositions>();
    for (const kind of tried) {
      const { act } = getEventRecipe(kind);
      const outcome = await triggerEvent(t, kind, {
        driver: stage,
        client: witness,
        earlier: begun.get(act),
      }).catch(getStopReason);
      if (typeof outcome === 'string') {
        untried.set(kind, outcome);
        continue;
      }
      const { subject, event, missingPrecondition, start } = outcome;
      begun.set(act, start);
      if (missingPrecondition === undefined) scenes.push({ kind, subject, event });
      else untried.set(kind, `Not given: ${missingPrecondition}`);
    }
    return scenes;
  };

  /** Does what would raise kinds that the catalog does not list, and waits for none of them. */
  const playUnlisted = async (stage: EventDriver): Promise<void> => {
    for (const [kind, recipe] of Object.entries(eventRecipes)) {
      if (catalog.kinds.includes(kind) || describeMissingNeeds(recipe, t) !== undefined) continue;
      try {
        await recipe.prepare?.(stage);
        await recipe.act(stage);
      } catch (error) {
        getStopReason(error);
      }
    }
    await waitQuietWindow();
  };

  /** A later event reaches each of these connections, and a quiet window passes: what they lack will not come. */
  const settle = async (clients: readonly HubClient[]): Promise<void> => {
    for (const client of clients) {
      barriers.set(client, client.callbacks.all.length);
      await client.subscribe(barrierKind);
    }
    const marker = createUniqueText(t);
    await (await createConsoleWriter(t))(marker);
    for (const client of clients) {
      const behind = { happening: { subjects: [marker] }, from: barriers.get(client) ?? 0 };
      const late = await waitForTriggeredEvent(t, client, barrierKind, behind);
      t.given(late !== undefined, 'a connection goes on receiving events');
    }
    await waitQuietWindow();
  };

  /** Whether events of the scene can be told from others. */
  const isNamed = ({ event, subject }: TriggeredEvent): boolean =>
    event !== undefined && isEventOfSubject(event, subject);

  /** What becomes a cell of the report. */
  const tell = (cell: Omit<EventCell, 'trigger'>): void => {
    const trigger = eventRecipes[cell.kind]?.trigger;
    t.observe(`${cell.kind}: ${cell.column}`, { ...cell, ...(trigger !== undefined && { trigger }) });
  };

  return {
    catalog,
    tried,
    witness,
    play,
    playUnlisted,
    settle,
    isNamed,
    tell,
    /** Tells of the kinds that were not set off. */
    tellUntried: (...columns: readonly EventColumn[]): void => {
      for (const [kind, reason] of untried)
        for (const column of columns) tell({ kind, column, state: 'unreachable', reason });
    },
    /** Whether the event of a scene comes over a connection, now or a little later. */
    reaches: async (client: HubClient, scene: TriggeredEvent): Promise<boolean> => {
      const { kind, subject } = scene;
      const event = await waitForTriggeredEvent(t, client, kind, { happening: subject, from: 0 });
      return event !== undefined && (!isNamed(scene) || isEventOfSubject(event, subject));
    },
    /**
     * Whether the event of a scene has come over a connection. What came behind the barrier counts only where it cannot
     * belong to it: a hub may tell of past entries when it is subscribed to.
     */
    hasReached: (client: HubClient, scene: TriggeredEvent): boolean => {
      const barrier = barriers.get(client) ?? Number.POSITIVE_INFINITY;
      const isTellable = isNamed(scene) && scene.kind !== barrierKind;
      return client
        .events(scene.kind)
        .filter(({ index }) => isTellable || index < barrier)
        .some((event) => !isNamed(scene) || isEventOfSubject(event, scene.subject));
    },
  };
};

/** Why an act could not be done; whatever else went wrong goes on. */
const getStopReason = (error: unknown): string => {
  if (isUnverifiedStop(error)) return error.message;
  throw error;
};

export type EventRun = Awaited<ReturnType<typeof createEventRun>>;
