import { afterEach, describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import { absenceOf, uwebsocketsBinary } from './installed.ts';
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

const peers = [
  {
    packageName: 'socket.io',
    binary: undefined,
    role: 'socket-io-peer',
    dialect: 'socket.io',
    path: '/socket.io/',
  },
  {
    packageName: '@rjweb/uws',
    binary: uwebsocketsBinary,
    role: 'uwebsockets-peer',
    dialect: 'signalr',
    path: '/',
  },
] as const;

describe.each(peers)('$packageName', { timeout: 300_000 }, ({ packageName, binary, role, dialect, path }) => {
  const absence = absenceOf(packageName, binary);
  const why = absence === undefined ? '' : ` (${absence})`;

  test.skipIf(absence !== undefined)(
    `delivers every event to every subscriber, in messages as long as asked for${why}`,
    async () => {
      const { port } = await start(role).ask('listen', { messageBytes: 400 });
      const load = start('fan-out-load');
      const hub = { host: '127.0.0.1', port, path };
      const opened = await load.ask('open', { hub, dialect, subscribers: 5 });
      expect(Math.abs(('messageBytes' in opened ? opened.messageBytes : 0) - 400)).toBeLessThan(10);
      for (const burst of [1, 16]) {
        const order = { burst, ms: 5000, count: 320, pace: { window: 64 } };
        const result = await load.ask('run', order);
        expect(result).toMatchObject({ events: 320, deliveries: 1600 });
        expect(result.complaint).toBeUndefined();
      }
    },
  );

  test.skipIf(absence !== undefined)(`answers every command${why}`, async () => {
    const { port } = await start(role).ask('listen', { answer: { success: true, note: 'as recorded' } });
    const load = start('action-load');
    const hub = { host: '127.0.0.1', port, path };
    const { answer } = await load.ask('open', { hub, dialect, connections: 3 });
    expect(answer).toContain('as recorded');
    const result = await load.ask('run', { window: 2, ms: 5000, count: 100 });
    expect(result).toMatchObject({ answered: 100 });
    expect(result.complaint).toBeUndefined();
  });
});
