import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { waitForTriggeredEvent } from './correlate-event.ts';
import { getEventRecipe } from './event-recipes.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { EventSubject, EventDriver } from './event-driver.ts';

interface TriggerResult {
  readonly subject: EventSubject;
  readonly start: CallbackPositions;
  /** The event that arrived, or `undefined` if none arrived. */
  readonly event: HubEvent | undefined;
  /** The precondition that the target does not meet. In this case, the missing event is not a failure. */
  readonly missingPrecondition: string | undefined;
}

/** The number of callbacks that the client had received before a recipe was prepared, and before its trigger ran. */
export interface CallbackPositions {
  readonly prepared: number;
  readonly acted: number;
}

interface TriggerOptions {
  readonly driver: EventDriver;
  readonly client: HubClient;
  /** If set, waits for the events that precede the trigger. */
  readonly pause?: true | undefined;
  /** The positions at which the same trigger ran, if this trigger already ran for another kind. */
  readonly earlier?: CallbackPositions | undefined;
}

/** Triggers an event of a kind to which a client has subscribed, and waits for the event. */
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
