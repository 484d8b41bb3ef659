import { expect, test } from 'vitest';
import { createTestClient, createTestService, testHosts } from '../../testing-service.ts';

interface Ran {
  readonly result: { readonly tick: number };
}

test('other calls are answered while a client steps time, and see its progress', async () => {
  const { service, token, runtime, dispose } = await createTestService();
  const host = await testHosts['Fetch host']!(service);
  const call = createTestClient(host, token);
  const runTimeAction = async (name: string, parameters = {}): Promise<number> =>
    (await call<Ran>('POST', `/api/actions/${name}`, parameters)).body.result.tick;
  runtime!.start();
  const first = await runTimeAction('time/pause');
  let last: number | undefined;
  const stepping = runTimeAction('time/step', { ticks: 10_000 }).then((tick) => {
    last = tick;
  });
  const intermediate = await runTimeAction('time/get');
  expect(last).toBeUndefined();
  expect(intermediate).toBeGreaterThan(first);
  expect(intermediate).toBeLessThan(first + 10_000);
  await stepping;
  expect(last).toBe(first + 10_000);
  await host.close();
  await dispose();
});
