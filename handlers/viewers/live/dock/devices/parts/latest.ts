import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { EventOf, EventType } from '#spec/client/index.ts';
import type { Notices } from '../../../app/notices.ts';
import type { Session } from '../../../session/session.ts';

/** What came last of some kinds of events, latest first. */
export type Latest<Type extends EventType> = ReadonlySignal<readonly EventOf<Type>[]>;

/** What the stores of devices are made of. */
export interface DeviceParts {
  readonly session: Pick<Session, 'client' | 'hub' | 'returns'>;
  readonly notices: Notices;
  /** Does something with the next frame that is painted. */
  nextFrame(work: () => void): void;
}

const mostKept = 20;

/** @param onEvent told of each, in their order */
export const createLatest = <Type extends EventType>(
  { session, notices, nextFrame }: DeviceParts,
  types: readonly Type[],
  onEvent: (event: EventOf<Type>) => void = () => {},
): Latest<Type> => {
  const shown = signal<readonly EventOf<Type>[]>([]);
  let arriving: EventOf<Type>[] = [];
  const take = (): void => {
    shown.value = [...arriving.reverse(), ...shown.value].slice(0, mostKept);
    arriving = [];
  };
  effect(() => {
    const following = session.hub.value?.subscribe(types, (event) => {
      onEvent(event);
      arriving.push(event);
      if (arriving.length === 1) nextFrame(take);
    });
    following?.catch(notices.fail);
    return () => void following?.then(({ end }) => end()).catch(() => {});
  });
  return shown;
};
