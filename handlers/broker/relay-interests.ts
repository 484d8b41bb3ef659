import type { EventType } from '#spec/events.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { RelayInterest } from './relay-messages.ts';

/** A relay that has sent nothing for this long is considered gone. */
const relayTimeoutMs = 5_000;

/** The event types that the clients of all relays are subscribed to. */
interface RelayInterests {
  update(interest: RelayInterest): void;
  close(): void;
}

/** @param onChange called with the event types whenever they change */
export const createRelayInterests = (
  scheduler: Scheduler,
  onChange: (types: readonly EventType[]) => void,
): RelayInterests => {
  const byRelay = new Map<string, { readonly types: readonly EventType[]; readonly receivedAt: number }>();
  let announced = '';
  let cancel: (() => void) | undefined;

  const announceChange = (): void => {
    const types = [...new Set([...byRelay.values()].flatMap((relay) => relay.types))].sort();
    const text = types.join();
    if (text === announced) return;
    announced = text;
    onChange(types);
  };
  const removeExpired = (): void => {
    cancel = undefined;
    const oldest = scheduler.now() - relayTimeoutMs;
    for (const [relay, { receivedAt }] of byRelay) if (receivedAt <= oldest) byRelay.delete(relay);
    announceChange();
    watch();
  };
  const watch = (): void => {
    if (byRelay.size > 0) cancel ??= scheduler.after(relayTimeoutMs, removeExpired);
  };
  return {
    update({ relay, types }) {
      byRelay.set(relay, { types, receivedAt: scheduler.now() });
      announceChange();
      watch();
    },
    close: () => cancel?.(),
  };
};
