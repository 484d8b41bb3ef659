import { expect, test } from 'vitest';
import { createTestClient, createTestService, testHosts } from '../../testing-service.ts';

interface Ran {
  readonly result: { readonly tick: number };
}

test('other calls are answered while a client steps time, and see its progress', async () => {
  const { service, token, runtime, dispose } = await createTestService();
  const host = await testHosts['Fetch host']!(service);
  const call = createTestClient(host, token);
  const act = async (name: string, parameters = {}): Promise<number> =>
    (await call<Ran>('POST', `/api/actions/${name}`, parameters)).body.result.tick;
  runtime!.start();
  const first = await act('time/pause');
  let last: number | undefined;
  const stepping = act('time/step', { ticks: 10_000 }).then((tick) => {
    last = tick;
  });
  const between = await act('time/get');
  expect(last).toBeUndefined();
  expect(between).toBeGreaterThan(first);
  expect(between).toBeLessThan(first + 10_000);
  await stepping;
  expect(last).toBe(first + 10_000);
  await host.close();
  await dispose();
});
