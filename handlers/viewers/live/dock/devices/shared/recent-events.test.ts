import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../../app/notices.ts';
import { createRecentEvents } from './recent-events.ts';
import type { EventOf, SceneClient, SceneHub } from '#spec/client/index.ts';

const createTestHub = () => {
  let listener: (event: { id: number }) => void = () => {};
  let paint: () => void = () => {};
  const told: unknown[] = [];
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
  const latest = createRecentEvents(
    {
      ...{ session, notices: createNotices() },
      nextFrame(work) {
        paint = work;
      },
    },
    ['midi.input'],
    (event: EventOf<'midi.input'>) => told.push(event.id),
  );
  const ids = () => latest.value.map(({ id }) => id);
  return { raise: (id: number) => listener({ id }), paint: () => paint(), told, ids };
};

it('shows events on the next frame, latest first, and calls the handler at once and in order', () => {
  const { raise, paint, told, ids } = createTestHub();
  raise(1);
  paint();
  raise(2);
  raise(3);
  expect([told, ids()]).toEqual([[1, 2, 3], [1]]);
  paint();
  expect(ids()).toEqual([3, 2, 1]);
});

it('keeps twenty events', () => {
  const { raise, paint, ids } = createTestHub();
  for (let id = 1; id <= 30; id += 1) raise(id);
  paint();
  expect([ids().length, ids()[0], ids().at(-1)]).toEqual([20, 30, 11]);
});
