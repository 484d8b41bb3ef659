import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { createCorruptions } from './testing-corruptions.ts';
import { readFixture, readSunflower } from './testing-glb.ts';
import type { AddressInfo } from 'node:net';

let requests = 0;
const server = createServer((_, response) => {
  requests += 1;
  response.end('here');
});
const failures: unknown[] = [];
const recordFailure = (failure: unknown): void => {
  failures.push(failure);
};

beforeAll(async () => {
  process.on('unhandledRejection', recordFailure);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  process.off('unhandledRejection', recordFailure);
  server.close();
});

const getServerUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/part.bin`;

describe('a damaged model', () => {
  it.each(Object.entries(createCorruptions('')).map(([name, [problem]]) => [name, problem]))(
    'is rejected for %s',
    async (name, problem) => {
      const before = requests;
      const corrupt = createCorruptions(getServerUrl())[name]![1];
      const requestedFiles: string[] = [];
      const sibling = async (file: string): Promise<undefined> => {
        requestedFiles.push(file);
      };
      await expect(
        loadModel('flowers/sunflower.glb', corrupt(Buffer.from(readSunflower())), { sibling }),
      ).rejects.toMatchObject({
        code: 'ACTION_FAILED',
        reason: expect.stringMatching(/^The asset 'flowers\/sunflower\.glb' cannot be read: .{10,}\.$/s),
        details: { asset: 'flowers/sunflower.glb', problem },
      });
      // Waits, so that any requests for other files can start.
      await new Promise(setImmediate);
      expect([requests - before, requestedFiles, failures]).toEqual([0, [], []]);
    },
  );

  it('is not confused with an intact one', async () => {
    for (const path of ['demo/assets/sunflower.glb']) {
      const model = await loadModel(path, readFixture(path));
      model.release();
    }
  });
});
