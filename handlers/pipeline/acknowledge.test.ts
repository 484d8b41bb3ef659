import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { toCall } from '../hosts/fetch-host.ts';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { createTestClient, createTestService, testHosts } from '../testing-service.ts';
import { createAcknowledge } from './edits.ts';

it('acknowledges no edit before it is committed, and commits all edits of one event-loop turn in one write', async () => {
  const acknowledged: string[] = [];
  const edits = {
    hasUncommittedEdits: false,
    editFailure: undefined,
    commitEdits() {
      acknowledged.push('noted');
      edits.hasUncommittedEdits = false;
    },
  };
  const scheduler = createSteppedScheduler();
  const acknowledge = createAcknowledge(edits, scheduler);
  expect(acknowledge('no edit', 0, () => 'not saved')).toBe('no edit');
  const unsaved = (): string => 'not saved';
  const acknowledgeEdit = async (name: string): Promise<void> => {
    edits.hasUncommittedEdits = true;
    acknowledged.push(await acknowledge(name, 0, unsaved));
  };
  await acknowledgeEdit('first');
  const otherEdits = [acknowledgeEdit('second'), acknowledgeEdit('third')];
  expect(acknowledged).toEqual(['noted', 'first']);
  scheduler.endTurn();
  await Promise.all(otherEdits);
  expect(acknowledged).toEqual(['noted', 'first', 'noted', 'second', 'third']);
});

it('commits edits of the turn in which the project is closed', async () => {
  const { service, token, folder, dispose } = await createTestService();
  const host = await testHosts['Fetch host']!(service);
  const call = createTestClient(host, token);
  const { id: graph } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Edited' })).body;
  type Node = { ports: { id: string; name: string }[] };
  const { ports } = (await call<Node>('POST', `/api/graphs/${graph}/nodes`, { category: 'Add' })).body;
  const values = ['A', 'B'].map(
    (requested) => `/api/ports/${encodeURIComponent(ports.find(({ name }) => name === requested)!.id)}/value`,
  );
  const put = async (path: string) => {
    const headers = { 'X-API-Key': token };
    const request = new Request(`http://localhost${path}`, { method: 'PUT', headers });
    return service.dispatch({ ...toCall(request, '127.0.0.1'), body: { json: { value: 43.5 } } });
  };
  const responses = values.map(put);
  await service.controller.releaseProject();
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
  await service.controller.openProject(join(folder, 'project'));
  for (const path of values) expect((await call('GET', path)).body).toMatchObject({ value: 43.5 });
  await host.close();
  await dispose();
});

it('commits the edits of concurrent batches in one write', async () => {
  // With this clock, no call counts as slow, so each call waits for the end of its event-loop turn.
  const scheduler = { ...serviceScheduler, now: () => 0 };
  const { service, token, folder, dispose } = await createTestService({ scheduler });
  const host = await testHosts['Fetch host']!(service);
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
  // The first batch is written immediately. The others share the write at the end of the turn.
  expect((await countWrites()) - before).toBe(2);
  await host.close();
  await dispose();
});
