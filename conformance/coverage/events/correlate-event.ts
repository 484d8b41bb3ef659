import { parseHubEvent, includesText } from '../../target/hub/hub-event.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { EventSubject } from './event-driver.ts';

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
    t.manifest.timeouts.event,
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
