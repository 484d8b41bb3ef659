import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { toCall } from '../hosts/translate.ts';
import { systemScheduler } from '../scheduler.ts';
import { createTestClient, createTestService, hosts } from '../testing.ts';
import { createAcknowledge } from './acknowledge.ts';

it('answers no edit before it is noted down, those of one turn by one write, and nothing else later', async () => {
  const told: string[] = [];
  const edits = {
    hasUnnotedEdits: false,
    editFailure: undefined,
    commitEdits() {
      told.push('noted');
      edits.hasUnnotedEdits = false;
    },
  };
  const scheduler = createSteppedScheduler();
  const acknowledge = createAcknowledge(edits, scheduler);
  expect(acknowledge('no edit', 0, () => 'not saved')).toBe('no edit');
  const unsaved = (): string => 'not saved';
  const tell = async (name: string): Promise<void> => {
    edits.hasUnnotedEdits = true;
    told.push(await acknowledge(name, 0, unsaved));
  };
  await tell('first');
  const others = [tell('second'), tell('third')];
  expect(told).toEqual(['noted', 'first']);
  scheduler.endTurn();
  await Promise.all(others);
  expect(told).toEqual(['noted', 'first', 'noted', 'second', 'third']);
});

it('notes down what is edited in the turn in which the project is let go of', async () => {
  const { service, token, folder, dispose } = await createTestService();
  const host = await hosts['Fetch host']!(service);
  const call = createTestClient(host, token);
  const { id: graph } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Edited' })).body;
  type Node = { ports: { id: string; name: string }[] };
  const { ports } = (await call<Node>('POST', `/api/graphs/${graph}/nodes`, { category: 'Add' })).body;
  const values = ['A', 'B'].map(
    (wanted) => `/api/ports/${encodeURIComponent(ports.find(({ name }) => name === wanted)!.id)}/value`,
  );
  const put = async (path: string) => {
    const headers = { 'X-API-Key': token };
    const request = new Request(`http://localhost${path}`, { method: 'PUT', headers });
    return service.dispatch({ ...toCall(request, '127.0.0.1'), body: { json: { value: 43.5 } } });
  };
  const answered = values.map(put);
  await service.controller.release();
  for (const { status } of await Promise.all(answered)) expect(status).toBe(200);
  await service.controller.openProject(join(folder, 'project'));
  for (const path of values) expect((await call('GET', path)).body).toMatchObject({ value: 43.5 });
  await host.close();
  await dispose();
});

it('writes the edits of concurrent batches at once', async () => {
  // No call counts as slow, so that each waits for the end of its turn.
  const scheduler = { ...systemScheduler, now: () => 0 };
  const { service, token, folder, dispose } = await createTestService({ scheduler });
  const host = await hosts['Fetch host']!(service);
  const call = createTestClient(host, token);
  const { id } = (await call<{ id: string }>('POST', '/api/graphs', {})).body;
  const journal = join(folder, 'project/.scene-runtime');
  const countWrites = async (): Promise<number> => {
    const [segment] = (await readdir(journal)).filter((name) => name.startsWith('edits-'));
    return (await readFile(join(journal, segment!), 'utf8')).split('\n').length;
  };
  const before = await countWrites();
  const rename = (name: string) => {
    const headers = { 'X-API-Key': token };
    const request = new Request('http://localhost/api/batch', { method: 'POST', headers });
    const operations = [{ method: 'PUT', path: `/api/graphs/${id}`, body: { name } }];
    return service.dispatch({ ...toCall(request, '127.0.0.1'), body: { json: { operations } } });
  };
  const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => rename(`Name ${index}`)));
  expect(replies.map(({ body }) => body)).toMatchObject(Array(8).fill({ succeeded: 1 }));
  // The first comes alone; the others wait for the end of the turn.
  expect((await countWrites()) - before).toBe(2);
  await host.close();
  await dispose();
});
