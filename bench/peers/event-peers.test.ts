import { afterEach, describe, expect, test } from 'vitest';
import { startChild } from '../child/child-process.ts';
import { getMissingPackageReason, uwebsocketsBinary } from './peer-packages.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { ChildRoleName } from '../child/roles.ts';

const startedChildren: ChildProcessHandle<ChildRoleName>[] = [];
const startPeer = <N extends ChildRoleName>(role: N): ChildProcessHandle<N> => {
  const child = startChild(role);
  startedChildren.push(child as ChildProcessHandle<ChildRoleName>);
  return child;
};
afterEach(async () => {
  await Promise.all(startedChildren.splice(0).map((child) => child.stop()));
});

const peers = [
  {
    packageName: 'socket.io',
    binary: undefined,
    role: 'socket-io-peer',
    protocol: 'socket.io',
    path: '/socket.io/',
  },
  {
    packageName: '@rjweb/uws',
    binary: uwebsocketsBinary,
    role: 'uwebsockets-peer',
    protocol: 'signalr',
    path: '/',
  },
] as const;

describe.each(peers)(
  '$packageName',
  { timeout: 300_000 },
  ({ packageName, binary, role, protocol, path }) => {
    const skipReason = getMissingPackageReason(packageName, binary);
    const reason = skipReason === undefined ? '' : ` (${skipReason})`;

    test.skipIf(skipReason !== undefined)(
      `delivers every event to every subscriber, in messages of the requested length${reason}`,
      async () => {
        const { port } = await startPeer(role).call('listen', { messageBytes: 400 });
        const load = startPeer('fan-out-load');
        const hub = { host: '127.0.0.1', port, path };
        const opened = await load.call('open', { hub, protocol, subscribers: 5 });
        expect(Math.abs(('messageBytes' in opened ? opened.messageBytes : 0) - 400)).toBeLessThan(10);
        for (const burst of [1, 16]) {
          const options = { burst, ms: 5000, count: 320, pace: { window: 64 } };
          const result = await load.call('run', options);
          expect(result).toMatchObject({ events: 320, deliveries: 1600 });
          expect(result.failure).toBeUndefined();
        }
      },
    );

    test.skipIf(skipReason !== undefined)(`responds to every command${reason}`, async () => {
      const { port } = await startPeer(role).call('listen', {
        response: { success: true, note: 'as recorded' },
      });
      const load = startPeer('action-load');
      const hub = { host: '127.0.0.1', port, path };
      const { response } = await load.call('open', { hub, protocol, connections: 3 });
      expect(response).toContain('as recorded');
      const result = await load.call('run', { maxInFlight: 2, ms: 5000, count: 100 });
      expect(result).toMatchObject({ completed: 100 });
      expect(result.failure).toBeUndefined();
    });
  },
);
