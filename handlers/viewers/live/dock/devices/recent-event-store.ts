import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { endSubscription } from '../../session/store-helpers.ts';
import type { EventOf, EventType } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

/** The latest events of some types, latest first. */
export type RecentEvents<Type extends EventType> = ReadonlySignal<readonly EventOf<Type>[]>;

export interface DeviceStoreOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'reconnectCount'>;
  readonly notices: Notices;
  nextFrame(work: () => void): void;
}

const maxEvents = 20;

/**
 * Creates a list that follows the events of some types.
 * @param onEvent called for each event, in the order of arrival
 */
export const createRecentEvents = <Type extends EventType>(
  { session, notices, nextFrame }: DeviceStoreOptions,
  types: readonly Type[],
  onEvent: (event: EventOf<Type>) => void = () => {},
): RecentEvents<Type> => {
  const visible = signal<readonly EventOf<Type>[]>([]);
  let pending: EventOf<Type>[] = [];
  const flush = (): void => {
    visible.value = [...pending.reverse(), ...visible.value].slice(0, maxEvents);
    pending = [];
  };
  effect(() => {
    const following = session.hub.value?.subscribe(types, (event) => {
      onEvent(event);
      pending.push(event);
      if (pending.length === 1) nextFrame(flush);
    });
    following?.catch(notices.showError);
    return () => endSubscription(following);
  });
  return visible;
};
