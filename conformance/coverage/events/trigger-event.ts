import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { waitForTriggeredEvent } from './correlate-event.ts';
import { getEventRecipe } from './event-recipes.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { EventSubject, EventDriver } from './event-driver.ts';

/** The result of a trigger. */
interface TriggerResult {
  readonly subject: EventSubject;
  readonly start: CallbackPositions;
  /** Undefined if none came. */
  readonly event: HubEvent | undefined;
  /** The missing precondition. The missing event is then no failure. */
  readonly missingPrecondition: string | undefined;
}

/** How many callbacks the client had before the preparation of a recipe, and before its trigger. */
export interface CallbackPositions {
  readonly prepared: number;
  readonly acted: number;
}

interface TriggerOptions {
  readonly driver: EventDriver;
  readonly client: HubClient;
  /** Waits for the events that precede the trigger. */
  readonly pause?: true | undefined;
  /** The positions of the same trigger, if it already ran for another kind. */
  readonly earlier?: CallbackPositions | undefined;
}

/** Triggers an event of a kind that a client has subscribed to, and waits for it. */
export const triggerEvent = async (
  t: AuditTools,
  kind: string,
  { driver, client, pause, earlier }: TriggerOptions,
): Promise<TriggerResult> => {
  const { prepare, act, explainMissing } = getEventRecipe(kind);
  const position = (): number => client.callbacks.all.length;
  const prepared = earlier?.prepared ?? position();
  await prepare?.(driver);
  if (pause) await waitQuietWindow();
  const acted = earlier?.acted ?? position();
  const subject = await act(driver);
  const event = await waitForTriggeredEvent(t, client, kind, { happening: subject, from: acted });
  const since = (from: number): ReadonlySet<string> =>
    new Set(client.events().flatMap(({ index, type }) => (index >= from && type ? [type] : [])));
  const missing = event
    ? undefined
    : await explainMissing?.(driver, { sincePrepared: since(prepared), sinceActed: since(acted) });
  return { subject, start: { prepared, acted }, event, missingPrecondition: missing };
};
