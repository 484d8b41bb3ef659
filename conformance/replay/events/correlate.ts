import { eventOf, names } from '../../target/hub/events.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';
import type { HubEvent } from '../../target/hub/events.ts';
import type { Happening } from './stage.ts';

/** Whether an event names what an act was about: as a whole, since `cube-1` is not `cube-10`. */
export const isOwn = ({ args }: HubEvent, { about }: Happening): boolean =>
  about.some((id) => names(args, id));

/**
 * The event of a kind that an act set off: one that names what the act was about or else, since payloads are not shown,
 * any that came from position `from` on. Undefined when none comes in time.
 */
export const eventOfAct = async (
  t: AuditTools,
  { callbacks }: HubClient,
  kind: string,
  { happening, from }: { readonly happening: Happening; readonly from: number },
): Promise<HubEvent | undefined> => {
  const read = (callback: Parameters<typeof eventOf>[0]): HubEvent | undefined => {
    const event = eventOf(callback, t.manifest.choices.paths);
    return event?.type === kind ? event : undefined;
  };
  const any = await callbacks.until(
    (callback) => read(callback) !== undefined,
    t.manifest.timeouts.event,
    from,
  );
  if (any === undefined || happening.about.length === 0) return any && read(any);
  const own = await callbacks.until(
    (callback) => {
      const event = read(callback);
      return event !== undefined && isOwn(event, happening);
    },
    t.manifest.timeouts.event / 4,
    from,
  );
  return read(own ?? any);
};
