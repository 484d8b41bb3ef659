import { type HubClient, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { requirements } from '../../requirements/index.ts';
import { listEventKinds, requirementsByKind } from '../../target/hub/event-catalog.ts';
import { type HubEvent, includesText, parseHubEvent } from '../../target/hub/hub-event.ts';
import { getEventRecipe } from './event-recipes.ts';
import type { AuditTools } from '../../audit.ts';
import type { EventDriver, EventSubject } from './event-driver.ts';

/** Kinds that only separate audits trigger, because nothing else may run during or after these audits. */
const kindsTriggeredByAudit: Readonly<Record<string, string>> = {
  'scene.activated': 'hub/scene-comes-and-goes',
  'scene.deactivated': 'hub/scene-comes-and-goes',
};

/** Explains why the kit can't trigger a kind. */
export const explainMissingRecipe = (kind: string): string => {
  const audit = kindsTriggeredByAudit[kind];
  if (audit !== undefined) return `left to ${audit}: it removes every object of the scene`;
  const row = requirementsByKind[kind];
  if (row === undefined) return 'the description does not name it';
  const planned = requirements.find(({ id }) => id === row)?.planned;
  return planned === undefined ? 'the kit knows no way to trigger it' : `still lacks ${planned}`;
};

/** Whether an event contains an id or string of the subject. */
export const isEventOfSubject = ({ args }: HubEvent, { subjects }: EventSubject): boolean =>
  subjects.some((id) => includesText(args, id));

/**
 * Waits for the event of this kind that the trigger caused, which must mention the subject. If payloads are not
 * documented, any event from position `from` on counts. Returns `undefined` if no such event arrives in time.
 */
export const waitForTriggeredEvent = async (
  t: AuditTools,
  { callbacks }: HubClient,
  kind: string,
  { happening, from }: { readonly happening: EventSubject; readonly from: number },
): Promise<HubEvent | undefined> => {
  const read = (callback: Parameters<typeof parseHubEvent>[0]): HubEvent | undefined => {
    const event = parseHubEvent(callback, t.manifest.choices.paths);
    return event?.type === kind ? event : undefined;
  };
  const any = await callbacks.until(
    (callback) => read(callback) !== undefined,
    t.manifest.timeouts.event + (happening.seconds ?? 0) * 2_000,
    from,
  );
  if (any === undefined || happening.subjects.length === 0) return any && read(any);
  const event = await callbacks.until(
    (callback) => {
      const event = read(callback);
      return event !== undefined && isEventOfSubject(event, happening);
    },
    t.manifest.timeouts.event / 4,
    from,
  );
  return read(event ?? any);
};

export interface EventCatalog {
  /**
   * The catalog as parsed JSON or, if the catalog is not JSON, as a string. If the target serves no catalog, the value
   * is `undefined`.
   */
  readonly document: unknown;
  readonly kinds: readonly string[];
}

export const readEventCatalog = async ({ http }: Pick<AuditTools, 'http'>): Promise<EventCatalog> => {
  const reply = await http.get('/api/events/types');
  const document = reply.ok ? (reply.json ?? reply.text) : undefined;
  return { document, kinds: listEventKinds(document) };
};

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
  /** The number of callbacks that the client had received before the preparation, if it already ran for another kind. */
  readonly preparedAt?: number | undefined;
}

/** Triggers an event of a kind to which a client has subscribed, and waits for the event. */
export const triggerEvent = async (
  t: AuditTools,
  kind: string,
  { driver, client, pause, earlier, preparedAt }: TriggerOptions,
): Promise<TriggerResult> => {
  const { prepare, act, explainMissing } = getEventRecipe(kind);
  const position = (): number => client.callbacks.all.length;
  const prepared = earlier?.prepared ?? preparedAt ?? position();
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
