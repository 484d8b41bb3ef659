import { expect, test } from 'vitest';
import { createTestClient, createTestService, testHosts } from '../../testing-service.ts';

test('an action that exceeds the limits of the scene is 422 and says so', async () => {
  const { service, token, dispose } = await createTestService();
  const host = await Object.values(testHosts)[0]!(service);
  const call = createTestClient(host, token);
  const duplicate = (count: number) =>
    call('POST', '/api/actions/scene/objects.duplicate', { object: 'main-light', count });
  for (let count = 0; count < 9; count++) expect((await duplicate(1_000)).status).toBe(200);
  expect(await duplicate(1_000)).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'ACTION_FAILED',
        message: expect.stringContaining('9002 of at most 10000 objects'),
        details: { limit: 10_000 },
      },
    },
  });
  expect((await duplicate(998)).status).toBe(200);
  await host.close();
  await dispose();
});
