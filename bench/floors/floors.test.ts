import { afterEach, describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import type { Child } from '../child/child-process.ts';
import type { RoleName } from '../child/roles.ts';

const children: Child<RoleName>[] = [];
const start = <N extends RoleName>(role: N): Child<N> => {
  const child = startChild(role);
  children.push(child as Child<RoleName>);
  return child;
};
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
});

describe('floors', { timeout: 300_000 }, () => {
  test.each(['tcp-floor', 'ws-floor'] as const)(
    '%s delivers every event to every subscriber',
    async (role) => {
      const { port } = await start(role).ask('listen', { messageBytes: 400 });
      const load = start('fan-out-load');
      const hub = { host: '127.0.0.1', port, path: '/' };
      const opened = await load.ask('open', { hub, dialect: 'signalr', subscribers: 5 });
      expect(Math.abs(('messageBytes' in opened ? opened.messageBytes : 0) - 400)).toBeLessThan(10);

      for (const burst of [1, 16]) {
        const result = await load.ask('run', { burst, ms: 5000, count: 320, pace: { window: 64 } });
        expect(result).toMatchObject({ events: 320, deliveries: 1600 });
        expect(result.complaint).toBeUndefined();
      }
      const paced = await load.ask('run', { burst: 1, ms: 5000, count: 10, pace: { perSecond: 200 } });
      expect(paced.deliveries).toBe(50);
      expect(paced.p99Ms).toBeGreaterThan(0);
    },
  );

  test('node:http answers what was recorded, and refuses what was not', async () => {
    const recorded = { method: 'PUT', path: '/api/x', status: 200, body: { text: 'ü'.repeat(100) } };
    const { port } = await start('http-floor').ask('listen', [recorded]);
    const load = start('http-load');
    const order = { address: { host: '127.0.0.1', port }, connections: 4, ms: 5000, count: 100 };
    const good = await load.ask('run', {
      ...order,
      requests: [{ method: 'PUT', path: '/api/x', body: { value: 1 } }],
    });
    expect(good).toMatchObject({ answered: 100, refused: 0 });
    const bad = await load.ask('run', { ...order, requests: [{ method: 'GET', path: '/api/y' }] });
    expect(bad.refused).toBe(100);
    expect(bad.firstRefusal).toMatch(/^404/);
  });

  test('closures add up the whole chain, and the bare timer makes its frames', async () => {
    expect(
      await start('engine-floor').ask('run', { chain: 50, links: 'equal', ms: 5000, count: 16 }),
    ).toMatchObject({
      steps: 16,
      sum: 50,
    });
    expect(await start('frame-floor').ask('run', { perSecond: 200, frames: 5 })).toMatchObject({ frames: 5 });
  });

  test('what goes wrong in a helper process reaches its caller', async () => {
    const hub = { host: '127.0.0.1', port: 1, path: '/' };
    await expect(
      start('fan-out-load').ask('open', { hub, dialect: 'signalr', subscribers: 1 }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
