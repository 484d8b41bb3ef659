/** Tests what callers and hub clients see if edits can't be committed. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGraphRunning } from './hub/testing-events.ts';
import { handshakeRecord, invokeHubMethod, listReceivedEvents, settleTurn } from './hub/testing-hub.ts';
import { createFakeHubSocket } from './hub/testing-hub-socket.ts';
import { createTestClient, createTestService, testHosts, type TestService } from './testing-service.ts';

let served: TestService;

beforeEach(async () => {
  served = await createTestService();
});
afterEach(() => served.dispose());

const blockJournal = async (): Promise<void> => {
  const position = join(served.folder, 'project', '.scene-runtime');
  await rm(position, { recursive: true, force: true });
  await writeFile(position, 'in the way');
};

it('counts each edit that cannot be committed once, however many events it has', async () => {
  const { controller, hub, bus } = served.service;
  const connection = createFakeHubSocket();
  hub.accept(connection, { isAuthenticated: true, isApiEnabled: true });
  connection.send(handshakeRecord);
  await invokeHubMethod(connection, 'Subscribe', ['graph.running']);
  await blockJournal();

  const { revision } = controller.getProjectState();
  const counted = [];
  for (const name of ['First', 'Second', 'First']) {
    await controller.createGraph({ name, replace: true });
    for (let event = 0; event < 3; event += 1) {
      bus.publish([createGraphRunning(`g${event}`)]);
      await settleTurn();
      counted.push(controller.getProjectState().revision - revision);
    }
  }

  expect(listReceivedEvents(connection)).toHaveLength(9);
  expect(controller.unsavedSince).toBeDefined();
  expect(counted).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

describe.each(Object.entries(testHosts))('an edit that the journal cannot store, over the %s', (_, serve) => {
  const failure = (applied: boolean) => ({
    status: 500,
    body: {
      error: {
        code: 'SAVE_FAILED',
        message: expect.stringMatching(
          applied
            ? /^The edit was made, but not saved: .scene-runtime\/edits could not be written: .*Do not repeat it/
            : /^Nothing was changed: .scene-runtime\/edits could not be written: /,
        ),
        details: { path: '.scene-runtime/edits', applied },
      },
    },
  });

  it('is not acknowledged; later edits are rejected and not made, and other calls work', async () => {
    const host = await serve(served.service);
    const call = createTestClient(host, served.token);
    const { id } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Before' })).body;
    await blockJournal();
    const node = { category: 'Add' };
    expect(await call('POST', `/api/graphs/${id}/nodes`, node)).toMatchObject(failure(true));
    expect(await call('POST', `/api/graphs/${id}/nodes`, node)).toMatchObject(failure(false));
    expect(await call('POST', '/api/variables', { name: 'v', type: 'Integer' })).toMatchObject(
      failure(false),
    );
    expect(await call('DELETE', '/api/graphs/none')).toMatchObject({ status: 404 });
    expect((await call<{ nodes: object[] }>('GET', `/api/graphs/${id}`)).body.nodes).toHaveLength(3);
    expect((await call('POST', `/api/graphs/${id}/sync`)).status).toBe(200);
    expect((await call<object>('GET', '/api/health')).body).toHaveProperty('unsavedSince');
    await host.close();
  });

  it('is not acknowledged as an operation of a batch, but other operations are', async () => {
    const host = await serve(served.service);
    const call = createTestClient(host, served.token);
    await blockJournal();
    const create = { method: 'POST', path: '/api/graphs' };
    const operations = [create, { method: 'GET', path: '/api/types' }, create];
    const { body } = await call<object>('POST', '/api/batch', { operations });
    const unsaved = { status: 500, body: { error: { code: 'SAVE_FAILED' } } };
    expect(body).toMatchObject({ succeeded: 1, failed: 2, results: [unsaved, { status: 200 }, unsaved] });
    // If the batch was split between its two edits, the second edit was not made.
    const appliedMarks = JSON.stringify(body).match(/"applied":true/g);
    expect(appliedMarks?.length).toBeGreaterThanOrEqual(1);
    expect((await call<object[]>('GET', '/api/graphs')).body).toHaveLength(appliedMarks?.length ?? 0);
    const { body: repeated } = await call<object>('POST', '/api/batch', { operations: [create] });
    expect(repeated).toMatchObject({ results: [{ status: 500, body: failure(false).body }] });
    await host.close();
  });

  it('ends a batch that stops on failure, as soon as the failure is known', async () => {
    const host = await serve(served.service);
    const call = createTestClient(host, served.token);
    await blockJournal();
    const read = { method: 'GET', path: '/api/health' };
    const operations = [
      { method: 'POST', path: '/api/graphs' },
      ...Array.from({ length: 4_000 }, () => read),
    ];
    const { body } = await call<{ results: object[] }>('POST', '/api/batch', {
      operations,
      stopOnFailure: true,
    });
    expect(body).toMatchObject({ failed: 1, results: { 0: { status: 500 } } });
    expect(body.results.at(-1)).toMatchObject({
      status: 424,
      body: { error: { details: { failedIndex: 0 } } },
    });
    await host.close();
  });
});
