import { afterEach, describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { ChildRoleName } from '../child/roles.ts';

const startedChildren: ChildProcessHandle<ChildRoleName>[] = [];
const startBaseline = <N extends ChildRoleName>(role: N): ChildProcessHandle<N> => {
  const child = startChild(role);
  startedChildren.push(child as ChildProcessHandle<ChildRoleName>);
  return child;
};
afterEach(async () => {
  await Promise.all(startedChildren.splice(0).map((child) => child.stop()));
});

describe('baselines', { timeout: 300_000 }, () => {
  test.each(['tcp-floor', 'ws-floor'] as const)(
    '%s delivers every event to every subscriber',
    async (role) => {
      const { port } = await startBaseline(role).call('listen', { messageBytes: 400 });
      const load = startBaseline('fan-out-load');
      const hub = { host: '127.0.0.1', port, path: '/' };
      const opened = await load.call('open', { hub, protocol: 'signalr', subscribers: 5 });
      expect(Math.abs(('messageBytes' in opened ? opened.messageBytes : 0) - 400)).toBeLessThan(10);

      for (const burst of [1, 16]) {
        const result = await load.call('run', { burst, ms: 5000, count: 320, pace: { window: 64 } });
        expect(result).toMatchObject({ events: 320, deliveries: 1600 });
        expect(result.failure).toBeUndefined();
      }
      const pacedRun = await load.call('run', { burst: 1, ms: 5000, count: 10, pace: { perSecond: 200 } });
      expect(pacedRun.deliveries).toBe(50);
      expect(pacedRun.p99Ms).toBeGreaterThan(0);
    },
  );

  test('node:http returns the recorded responses and rejects other requests', async () => {
    const recorded = { method: 'PUT', path: '/api/x', status: 200, body: { text: 'ü'.repeat(100) } };
    const { port } = await startBaseline('http-floor').call('listen', [recorded]);
    const load = startBaseline('http-load');
    const options = { address: { host: '127.0.0.1', port }, connections: 4, ms: 5000, count: 100 };
    const accepted = await load.call('run', {
      ...options,
      requests: [{ method: 'PUT', path: '/api/x', body: { value: 1 } }],
    });
    expect(accepted).toMatchObject({ completed: 100, refused: 0 });
    const rejected = await load.call('run', { ...options, requests: [{ method: 'GET', path: '/api/y' }] });
    expect(rejected.refused).toBe(100);
    expect(rejected.firstError).toMatch(/^404/);
  });

  test('closures add up the whole chain, and the bare timer runs its frames', async () => {
    expect(
      await startBaseline('engine-floor').call('run', { chain: 50, links: 'equal', ms: 5000, count: 16 }),
    ).toMatchObject({
      steps: 16,
      sum: 50,
    });
    expect(await startBaseline('frame-floor').call('run', { perSecond: 200, frames: 5 })).toMatchObject({
      frames: 5,
    });
  });

  test('an error in a child process reaches its caller', async () => {
    const hub = { host: '127.0.0.1', port: 1, path: '/' };
    await expect(
      startBaseline('fan-out-load').call('open', { hub, protocol: 'signalr', subscribers: 1 }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
