import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createCorruptions } from '#runtime/scene/assets/models/testing-corruptions.ts';
import { createTestClient, createTestService, testHosts } from '../../testing-service.ts';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const intactModel = readFileSync(
  new URL('../../../fixtures/projects/demo/assets/sunflower.glb', import.meta.url),
);

it('a damaged model is rejected with the reason, no network is used, and the scene continues', async () => {
  let requests = 0;
  const otherServer = createServer((_, response) => {
    requests += 1;
    response.end('here');
  }).listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  const test = await createTestService();
  const host = await testHosts['Fetch host']!(test.service);
  const call = createTestClient(host, test.token);
  const folder = join(test.folder, 'project', 'assets');
  await mkdir(folder);
  const url = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}/part.bin`;
  const models = Object.values(createCorruptions(url)).map(([problem, corrupt], index) => ({
    ...{ asset: `damage ${index}.glb`, problem, bytes: corrupt(Buffer.from(intactModel)) },
  }));
  for (const { asset, bytes } of models) await writeFile(join(folder, asset), bytes);
  await writeFile(join(folder, 'intact.glb'), intactModel);
  await call('POST', '/api/actions/project/refresh', {});

  const rejections: unknown[] = [];
  for (const { asset } of models) {
    const { status, body } = await call<ErrorBody>('POST', '/api/actions/scene/spawn', { asset });
    rejections.push([status, body.error?.code, body.error?.details?.problem]);
    test.runtime!.step();
  }
  expect(rejections).toEqual(models.map(({ problem }) => [422, 'ACTION_FAILED', problem]));
  expect((await call('POST', '/api/actions/scene/spawn', { asset: 'intact.glb' })).status).toBe(200);
  expect(test.runtime!.scene.size).toBe(3);
  expect([requests, test.failures]).toEqual([0, []]);
  await host.close();
  await test.dispose();
  otherServer.close();
});
