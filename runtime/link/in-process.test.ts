import { expect, test } from 'vitest';
import { createRuntime } from '../runtime.ts';
import { createInProcessLink } from './in-process.ts';
import { createMissed } from './missed.ts';
import type { RaisedEvent } from './protocol.ts';

const event = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({ type, tick, time: 0, data: {} });

const linked = () => {
  const runtime = createRuntime({ now: () => new Date(0) });
  const link = createInProcessLink(runtime);
  const told: unknown[] = [];
  link.listen({ events: (batch) => told.push(...batch.map(({ data }) => data.message)) });
  link.onChange((connected) => told.push(connected));
  const log = (message: string) =>
    runtime.execute('action.run', { action: 'log.console', parameters: { message, severity: 'log' } });
  return { link, told, log };
};

test('a link that is unplugged refuses commands, and brings what was told meanwhile when it is plugged in', async () => {
  const { link, told, log } = linked();
  log('before');
  link.disconnect();
  link.disconnect();
  log('meanwhile');
  await expect(link.request('discovery.list', { dataType: 'spawnables' })).rejects.toMatchObject({
    code: 'RUNTIME_NOT_CONNECTED',
  });
  expect(link.connected).toBe(false);
  expect(told).toEqual(['before', false]);
  link.connect();
  log('after');
  expect(told).toEqual(['before', false, 'meanwhile', true, 'after']);
  await expect(link.request('discovery.list', { dataType: 'spawnables' })).resolves.toHaveProperty('tick');
});

test('what is kept of an absence is bounded, and leaves out what is about a moment', () => {
  const missed = createMissed(3);
  missed.add([event('console.log', 1), event('node.done', 1)]);
  missed.add([event('node.executing', 2)]);
  missed.add([event('console.log', 3), event('graph.stopped', 3), event('console.log', 3)]);
  expect(missed.take().map((batch) => batch.map(({ type, tick }) => [type, tick]))).toEqual([
    [
      ['console.log', 3],
      ['graph.stopped', 3],
      ['console.log', 3],
    ],
  ]);
  expect(missed.take()).toEqual([]);
});
