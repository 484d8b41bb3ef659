import { createConsoleWriter, createUniqueText } from '../../audit-helpers/console-writer.ts';
import { connectHub, type HubClient, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { requirements } from '../../requirements/index.ts';
import { isUnverifiedStop } from '../../runner/audit-outcome.ts';
import { requirementsByKind } from '../../target/hub/event-catalog.ts';
import { defaultProfiles } from '../../target/probe-profiles.ts';
import { createEventDriver, type EventDriver, type EventSubject } from './event-driver.ts';
import { describeMissingNeeds, type EventRecipe, eventRecipes, getEventRecipe } from './event-recipes.ts';
import {
  type CallbackPositions,
  explainMissingRecipe,
  isEventOfSubject,
  readEventCatalog,
  triggerEvent,
  waitForTriggeredEvent,
} from './trigger-event.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { EventCell, EventColumn } from './event-coverage.ts';

/** An event of this kind proves that a connection still receives events. */
const barrierKind = 'console.log';

/** The result of running the trigger for one kind. */
export interface TriggeredEvent {
  readonly kind: string;
  readonly subject: EventSubject;
  /** The event that the observing connection received, or `undefined` if none arrived. */
  readonly event: HubEvent | undefined;
}

/**
 * Triggers all kinds in the target's catalog that have a recipe. One observing connection subscribes to the name of
 * each of these kinds. Connect any other observers before the call.
 */
export const createEventRun = async (t: AuditTools, includesKind: (kind: string) => boolean = () => true) => {
  const catalog = await readEventCatalog(t);
  t.given(catalog.document !== undefined, 'the event catalog, GET /api/events/types');
  const listedKinds = catalog.kinds.filter(includesKind);
  /** Kinds that could not be triggered, each with the reason. */
  const untried = new Map<string, string>();
  for (const kind of listedKinds) {
    const recipe = eventRecipes[kind];
    const missing = recipe && describeMissingNeeds(recipe, t);
    if (recipe === undefined) untried.set(kind, explainMissingRecipe(kind));
    else if (missing !== undefined) untried.set(kind, `needs ${missing}`);
  }
  const tried = Object.keys(eventRecipes).filter((kind) => listedKinds.includes(kind) && !untried.has(kind));
  const witness = await connectHub(t);
  if (tried.length > 0) await witness.subscribe(...tried);
  const barriers = new Map<HubClient, number>();

  /** Triggers the kinds one after another. A kind that can't be triggered is recorded as untried. */
  const triggerAll = async (
    driver: EventDriver = createEventDriver(t),
  ): Promise<readonly TriggeredEvent[]> => {
    const triggeredEvents: TriggeredEvent[] = [];
    /** Where each trigger ran for the first time. The trigger of one kind may be the preparation of another. */
    const startPositions = new Map<NonNullable<EventRecipe['prepare']>, CallbackPositions>();
    for (const kind of tried) {
      const { prepare, act } = getEventRecipe(kind);
      const outcome = await triggerEvent(t, kind, {
        driver,
        client: witness,
        earlier: startPositions.get(act),
        preparedAt: prepare && startPositions.get(prepare)?.acted,
      }).catch(getStopReason);
      if (typeof outcome === 'string') {
        untried.set(kind, outcome);
        continue;
      }
      const { subject, event, missingPrecondition, start } = outcome;
      startPositions.set(act, start);
      if (missingPrecondition === undefined) triggeredEvents.push({ kind, subject, event });
      else untried.set(kind, `Not given: ${missingPrecondition}`);
    }
    return triggeredEvents;
  };

  /** Triggers kinds that the catalog does not list, without waiting for their events. */
  const triggerUnlisted = async (driver: EventDriver): Promise<void> => {
    for (const [kind, recipe] of Object.entries(eventRecipes)) {
      if (catalog.kinds.includes(kind) || describeMissingNeeds(recipe, t) !== undefined) continue;
      try {
        await recipe.prepare?.(driver);
        await recipe.act(driver);
      } catch (error) {
        getStopReason(error);
      }
    }
    await waitQuietWindow();
  };

  /**
   * Waits until each connection has received a later event and a quiet period has passed. Events that are still missing
   * by then will not arrive.
   */
  const settle = async (clients: readonly HubClient[]): Promise<void> => {
    for (const client of clients) {
      barriers.set(client, client.callbacks.all.length);
      await client.subscribe(barrierKind);
    }
    const marker = createUniqueText(t);
    await (await createConsoleWriter(t))(marker);
    for (const client of clients) {
      const afterMarker = { happening: { subjects: [marker] }, from: barriers.get(client) ?? 0 };
      const late = await waitForTriggeredEvent(t, client, barrierKind, afterMarker);
      t.given(late !== undefined, 'a connection still receives events');
    }
    await waitQuietWindow();
  };

  /** Whether the event that the trigger caused can be identified by its subject. */
  const identifiesSubject = ({ event, subject }: TriggeredEvent): boolean =>
    event !== undefined && isEventOfSubject(event, subject);

  const recordCell = (cell: Omit<EventCell, 'trigger'>): void => {
    const trigger = eventRecipes[cell.kind]?.trigger;
    t.observe(`${cell.kind}: ${cell.column}`, { ...cell, ...(trigger !== undefined && { trigger }) });
  };

  return {
    catalog,
    tried,
    witness,
    triggerAll,
    triggerUnlisted,
    settle,
    identifiesSubject,
    /** Whether the description demands the event of a trigger that took effect, because the target claims its profile. */
    isDemanded: (kind: string): boolean => {
      const id = requirementsByKind[kind];
      const row = requirements.find((requirement) => requirement.id === id);
      return row !== undefined && (t.manifest.profiles ?? defaultProfiles).includes(row.profile);
    },
    recordCell,
    /** Records cells for the kinds that were not triggered. */
    recordUntried: (...columns: readonly EventColumn[]): void => {
      for (const [kind, reason] of untried)
        for (const column of columns) recordCell({ kind, column, state: 'unreachable', reason });
    },
    /** Waits a short time for the event to arrive on a connection. Returns whether the event arrived. */
    reaches: async (client: HubClient, triggered: TriggeredEvent): Promise<boolean> => {
      const { kind, subject } = triggered;
      const event = await waitForTriggeredEvent(t, client, kind, { happening: subject, from: 0 });
      return event !== undefined && (!identifiesSubject(triggered) || isEventOfSubject(event, subject));
    },
    /**
     * Whether the event has already arrived on a connection. Events after the barrier count only if they can't belong
     * to the barrier, because a hub may replay past entries when a client subscribes.
     */
    hasReached: (client: HubClient, triggered: TriggeredEvent): boolean => {
      const barrier = barriers.get(client) ?? Number.POSITIVE_INFINITY;
      const isDistinguishable = identifiesSubject(triggered) && triggered.kind !== barrierKind;
      return client
        .events(triggered.kind)
        .filter(({ index }) => isDistinguishable || index < barrier)
        .some((event) => !identifiesSubject(triggered) || isEventOfSubject(event, triggered.subject));
    },
  };
};

/** Returns the reason why a trigger could not run. Rethrows all other errors. */
const getStopReason = (error: unknown): string => {
  if (isUnverifiedStop(error)) return error.message;
  throw error;
};

export type EventRun = Awaited<ReturnType<typeof createEventRun>>;
