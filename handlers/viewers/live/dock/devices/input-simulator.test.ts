import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '../../app/notice-store.ts';
import { createInputSimulator } from './input-simulator.ts';
import type { SceneClient } from '#spec/client/index.ts';

it('releases a key only after the service has confirmed the press', async () => {
  const sent: unknown[] = [];
  let respond: (state: object) => void = () => {};
  const client = {
    request: (_: string, { body }: { body: { inputs: readonly unknown[] } }) => {
      sent.push(...body.inputs);
      return new Promise((resolve) => {
        respond = resolve;
      });
    },
  } as unknown as SceneClient;
  const session = { client, hub: signal(undefined), reconnectCount: signal(0) };
  const { pressKey } = createInputSimulator({ session, notices: createNotices() });
  void pressKey('A', 'down');
  const released = pressKey('A', 'up');
  await expect.poll(() => sent.length).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([{ kind: 'key', key: 'A', phase: 'down' }]);
  respond({});
  await expect.poll(() => sent.length).toBe(2);
  respond({});
  await released;
});
