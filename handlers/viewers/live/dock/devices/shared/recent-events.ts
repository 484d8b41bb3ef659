import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { EventOf, EventType } from '#spec/client/index.ts';
import type { Notices } from '../../../app/notices.ts';
import type { Session } from '../../../session/session.ts';

/** The latest events of some kinds, latest first. */
export type RecentEvents<Type extends EventType> = ReadonlySignal<readonly EventOf<Type>[]>;

/** Dependencies of the stores of devices. */
export interface DeviceStoreOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'reconnectCount'>;
  readonly notices: Notices;
  /** Runs some work on the next animation frame. */
  nextFrame(work: () => void): void;
}

const maxEvents = 20;

/** @param onEvent called for each event, in order */
export const createRecentEvents = <Type extends EventType>(
  { session, notices, nextFrame }: DeviceStoreOptions,
  types: readonly Type[],
  onEvent: (event: EventOf<Type>) => void = () => {},
): RecentEvents<Type> => {
  const shown = signal<readonly EventOf<Type>[]>([]);
  let arriving: EventOf<Type>[] = [];
  const take = (): void => {
    shown.value = [...arriving.reverse(), ...shown.value].slice(0, maxEvents);
    arriving = [];
  };
  effect(() => {
    const following = session.hub.value?.subscribe(types, (event) => {
      onEvent(event);
      arriving.push(event);
      if (arriving.length === 1) nextFrame(take);
    });
    following?.catch(notices.showError);
    return () => void following?.then(({ end }) => end()).catch(() => {});
  });
  return shown;
};
