import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createWatchedValues } from './watched-values.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { EventEnvelope } from '../dock/events/event-feed.ts';

const createValues = () => {
  const requests: string[] = [];
  let emit: ((event: EventEnvelope) => void) | undefined;
  let publish: (() => void) | undefined;
  const client = {
    request: async (route: string) => {
      requests.push(route);
      return { value: 7 };
    },
  };
  const graphs = signal([{ id: 'g', state: 'stopped' }]);
  const values = createWatchedValues({
    session: { client: client as unknown as SceneClient, reconnectCount: signal(0) },
    feed: {
      isLive: signal(true),
      listen(listener) {
        emit = listener;
        return () => {
          emit = undefined;
        };
      },
    },
    watches: { list: signal([{ graphId: 'g', nodeId: 'n', portId: 'n.out.Sum', label: 'Add · Sum' }]) },
    graphs,
    runEvery(_, work) {
      publish = work;
      return () => {
        publish = undefined;
      };
    },
  });
  const update = (portId: string, value: unknown): void =>
    emit?.({ type: 'ports.updated', data: { ports: [{ portId, value }] } } as unknown as EventEnvelope);
  return { values, requests, graphs, update, publish: () => publish?.(), isActive: () => emit !== undefined };
};

it('reads a value once, and then follows the events of ports', async () => {
  const { values, requests, update, publish } = createValues();
  const shown = values.get('n.out.Sum');
  values.start();
  await expect
    .poll(() => {
      publish();
      return shown.value.value;
    })
    .toBe(7);
  update('n.out.Sum', 8);
  update('n.out.Sum', 9);
  update('n.out.Other', 1);
  expect(shown.value.value).toBe(7);
  publish();
  expect(shown.value).toEqual({ value: 9, history: [7, 9] });
  expect(requests).toEqual(['GET /api/ports/{portId}/value']);
});

it('asks a graph that starts for its latest values, and does nothing after it was stopped', async () => {
  const { values, requests, graphs, isActive } = createValues();
  const stop = values.start();
  graphs.value = [{ id: 'g', state: 'running' }];
  await expect
    .poll(() => requests)
    .toEqual([
      'GET /api/ports/{portId}/value',
      'POST /api/graphs/{graphId}/ports/sync',
      'GET /api/ports/{portId}/value',
    ]);
  stop();
  graphs.value = [{ id: 'g', state: 'stopped' }];
  expect([requests.length, isActive()]).toEqual([3, false]);
});
