import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Reply } from './call.ts';
import { toCall } from '../hosts/translate.ts';
import { createTestClient, createTestService, hosts } from '../testing.ts';
import type { TestClient, TestHost, TestService } from '../testing.ts';

let test: TestService;
let host: TestHost;
let call: TestClient;

beforeEach(async () => {
  test = await createTestService();
  host = await hosts['Fetch host']!(test.service);
  call = createTestClient(host, test.token);
});
afterEach(async () => {
  await host.close();
  await test.dispose();
});

/** What the project has noted down of edits, line by line. */
const noted = (): string[] => {
  const own = join(test.folder, 'project/.scene-runtime');
  const names = existsSync(own) ? readdirSync(own).filter((name) => name.startsWith('edits-')) : [];
  return names.flatMap((name) => readFileSync(join(own, name), 'utf8').trimEnd().split('\n'));
};

/** Paths of the values of an addition. */
const newAdd = async (): Promise<string[]> => {
  const { id: graph } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Edited' })).body;
  type Node = { ports: { id: string; name: string }[] };
  const { ports } = (await call<Node>('POST', `/api/graphs/${graph}/nodes`, { category: 'Add' })).body;
  const ids = ['A', 'B'].map((wanted) => ports.find(({ name }) => name === wanted)!.id);
  return ids.map((id) => `/api/ports/${encodeURIComponent(id)}/value`);
};

/** Writes to a port before this returns; the answer comes when it may. */
const put = async (path: string, value: number): Promise<Reply> => {
  const request = new Request(`http://localhost${path}`, {
    method: 'PUT',
    headers: { 'X-API-Key': test.token },
  });
  return test.service.dispatch({ ...toCall(request, '127.0.0.1'), body: { json: { value } } });
};

it('notes the edits of one turn down by one write, before any of them is answered', async () => {
  const values = await newAdd();
  const before = noted().length;
  const answers = await Promise.all(
    values.map(async (path, index) => {
      const { status } = await put(path, 41.5 + index);
      return { status, lines: noted().slice(before) };
    }),
  );
  for (const { status, lines } of answers) {
    expect(status).toBe(200);
    expect(lines).toEqual([expect.stringMatching(/(?=.*41\.5).*42\.5/)]);
  }
});

it('notes down what is edited in the turn in which the project is let go of', async () => {
  const [path = ''] = await newAdd();
  const answered = put(path, 43.5);
  await test.service.controller.release();
  expect(await answered).toMatchObject({ status: 200 });
  await test.service.controller.openProject(join(test.folder, 'project'));
  expect((await call('GET', path)).body).toMatchObject({ value: 43.5 });
});
