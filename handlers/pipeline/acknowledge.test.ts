import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { toCall } from '../hosts/fetch-conversion.ts';
import { createTestClient, createTestService, testHosts } from '../testing-service.ts';
import { createAcknowledge } from './acknowledge.ts';

it('answers no edit before it is noted down, those of one turn by one write, and nothing else later', async () => {
  const told: string[] = [];
  const edits = {
    hasUncommittedEdits: false,
    editFailure: undefined,
    commitEdits() {
      told.push('noted');
      edits.hasUncommittedEdits = false;
    },
  };
  const scheduler = createSteppedScheduler();
  const acknowledge = createAcknowledge(edits, scheduler);
  expect(acknowledge('no edit', 0, () => 'not saved')).toBe('no edit');
  const unsaved = (): string => 'not saved';
  const tell = async (name: string): Promise<void> => {
    edits.hasUncommittedEdits = true;
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
  const host = await testHosts['Fetch host']!(service);
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
  await service.controller.releaseProject();
  for (const { status } of await Promise.all(answered)) expect(status).toBe(200);
  await service.controller.openProject(join(folder, 'project'));
  for (const path of values) expect((await call('GET', path)).body).toMatchObject({ value: 43.5 });
  await host.close();
  await dispose();
});
