import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../app/notice-store.ts';
import { createRecentEvents } from './recent-event-store.ts';
import type { EventOf, SceneClient, SceneHub } from '#spec/client/index.ts';

const createTestHub = () => {
  let listener: (event: { id: number }) => void = () => {};
  let runFrame: () => void = () => {};
  const handled: unknown[] = [];
  const hub = {
    subscribe: async (_: readonly string[], listen: typeof listener) => {
      listener = listen;
      return { unmatched: [], end: async () => {} };
    },
  };
  const session = {
    ...{ client: {} as SceneClient, reconnectCount: signal(0) },
    hub: signal(hub as unknown as SceneHub),
  };
  const events = createRecentEvents(
    {
      ...{ session, notices: createNotices() },
      nextFrame(work) {
        runFrame = work;
      },
    },
    ['midi.input'],
    (event: EventOf<'midi.input'>) => handled.push(event.id),
  );
  const ids = () => events.value.map(({ id }) => id);
  return { emit: (id: number) => listener({ id }), runFrame: () => runFrame(), handled, ids };
};

it('shows events on the next frame, latest first, and calls the handler at once and in order', () => {
  const { emit, runFrame, handled, ids } = createTestHub();
  emit(1);
  runFrame();
  emit(2);
  emit(3);
  expect([handled, ids()]).toEqual([[1, 2, 3], [1]]);
  runFrame();
  expect(ids()).toEqual([3, 2, 1]);
});

it('keeps twenty events', () => {
  const { emit, runFrame, ids } = createTestHub();
  for (let id = 1; id <= 30; id += 1) emit(id);
  runFrame();
  expect([ids().length, ids()[0], ids().at(-1)]).toEqual([20, 30, 11]);
});
