import { expect, describe, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { findActionByName } from '#spec/actions/find-action.ts';
import { createTestRuntime, createTestGraph } from '../engine/testing-runtime.ts';
import { createRecordedRuntime } from '../journal/record-runtime.ts';
import { replayJournalText } from '../journal/testing-recorded-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome, HttpRequest } from './http.ts';
import type { WebhookDevice, WebhookListener, WebhookDeviceEvent } from './webhooks.ts';

/** Creates a device. The test decides whether the device's port opens or fails to open. */
const createScriptedDevice = () => {
  const listeners = new Map<string, WebhookListener>();
  const pendingListens: { resolve(origin: string): void; reject(failure: Error): void }[] = [];
  let emit: (event: WebhookDeviceEvent) => void = () => {};
  const device: WebhookDevice = {
    addListener: (listener) =>
      new Promise((resolve, reject) => {
        listeners.set(listener.listenerId, listener);
        pendingListens.push({ resolve, reject });
      }),
    removeListener: (listenerId) => void listeners.delete(listenerId),
    onEvent(listener) {
      emit = listener;
    },
    async close() {},
  };
  return {
    device,
    listeners,
    open(origin = 'http://127.0.0.1:5000') {
      emit({ kind: 'opened', origin });
      for (const { resolve } of pendingListens.splice(0)) resolve(origin);
    },
    fail(reason: string) {
      emit({ kind: 'failed', listenerIds: [...listeners.keys()], reason });
      listeners.clear();
      for (const { reject } of pendingListens.splice(0)) reject(new ApiError('ACTION_FAILED', reason));
    },
    emit: (event: WebhookDeviceEvent) => emit(event),
    receive: (listenerId: string, body: Json = null) =>
      emit({
        ...{
          kind: 'received',
          listenerId,
          method: 'POST',
          headers: { 'x-a': 'b' },
          query: { q: ['1', '2'] },
        },
        ...{ bodyFormat: 'json', body },
      }),
  };
};

const createWebhookScene = () => {
  const fakeDevice = createScriptedDevice();
  const sentRequests: HttpRequest[] = [];
  const finishCallbacks: ((outcome: HttpOutcome) => void)[] = [];
  const runtime = createTestRuntime({
    devices: { webhooks: fakeDevice.device },
    http: {
      send(request, finish) {
        sentRequests.push(request);
        finishCallbacks.push(finish);
      },
    },
  });
  const run = (action: string, parameters: Record<string, unknown> = {}) => {
    const parsed = parseParameters(findActionByName(action)!, parameters);
    return runtime.target.execute('action.run', { action, parameters: parsed });
  };
  /** Runs an action and returns its result or error, or a promise of the result or error. */
  const act = async (action: string, parameters?: Record<string, unknown>): Promise<unknown> => {
    try {
      return (await run(action, parameters)).result;
    } catch (failure) {
      return (failure as ApiError).reason;
    }
  };
  const listen = async (parameters: Record<string, unknown>) => {
    const response = act('webhook.listen', parameters);
    fakeDevice.open();
    return response;
  };
  return {
    ...runtime,
    ...fakeDevice,
    act,
    listen,
    sentRequests,
    respond: (outcome: HttpOutcome) => finishCallbacks.shift()!(outcome),
  };
};

describe('webhook.listen', () => {
  it('returns the address once the port is open', async () => {
    const scene = createWebhookScene();
    const response = scene.act('webhook.listen', { path: 'a b/c/' });
    expect(await scene.act('webhook.listeners')).toEqual({
      listeners: [
        { listenerId: 'webhook-1', path: '/a b/c', methods: ['POST'], url: null, isProtected: false },
      ],
    });
    scene.open();
    expect(await response).toEqual({ listenerId: 'webhook-1', url: 'http://127.0.0.1:5000/a%20b/c' });
    expect(await scene.act('webhook.listeners')).toMatchObject({
      listeners: [{ url: 'http://127.0.0.1:5000/a%20b/c' }],
    });
  });

  it('does not expose the secret', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: 'a', secret: 'geheim' });
    expect(scene.listeners.get('webhook-1')?.secret).toBe('geheim');
    const refused = await scene.act('webhook.listen', { path: 'a', secret: 'geheim' });
    const snapshot = [await scene.act('webhook.listeners'), scene.state(), scene.batches, refused];
    expect(JSON.stringify(snapshot)).not.toContain('geheim');
    expect(snapshot[0]).toMatchObject({ listeners: [{ isProtected: true }] });
  });

  it('accepts each method of a path once', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: '/a', methods: ['POST', 'PUT'] });
    expect(await scene.act('webhook.listen', { path: 'a', methods: ['GET', 'PUT'] })).toContain(
      "The path '/a' is already in use by webhook-1.",
    );
    expect(await scene.listen({ path: 'a', methods: ['GET'] })).toMatchObject({ listenerId: 'webhook-2' });
    expect(await scene.listen({ path: '/A' })).toMatchObject({ listenerId: 'webhook-3' });
  });

  it.each(['../a', 'a/./b', 'a?b', 'a#b', 'a%2Fb', 'a\\b', 'a\nb', '\ud800', 'x'.repeat(201)])(
    'rejects the path %j',
    async (path) => {
      const scene = createWebhookScene();
      expect(await scene.act('webhook.listen', { path })).toContain('is not valid for a webhook');
      expect(scene.listeners.size).toBe(0);
    },
  );

  it('accepts at most a hundred listeners', async () => {
    const scene = createWebhookScene();
    for (let n = 0; n < 100; n += 1) await scene.listen({ path: `/${n}` });
    expect(await scene.act('webhook.listen', { path: '/more' })).toContain('100 webhook listeners');
    await scene.act('webhook.unlisten', { path: '/7' });
    expect(await scene.listen({ path: '/more' })).toMatchObject({ listenerId: 'webhook-101' });
  });

  it('fails and removes its listener when the port cannot be opened', async () => {
    const scene = createWebhookScene();
    const response = scene.act('webhook.listen', { path: 'a' });
    scene.fail('The port is taken.');
    expect(await response).toBe('The port is taken.');
    expect(await scene.act('webhook.listeners')).toEqual({ listeners: [] });
    expect(scene.data('console.log')).toMatchObject([{ severity: 'error', message: 'The port is taken.' }]);
  });

  it('fails in a runtime without a device', async () => {
    const runtime = createTestRuntime();
    const parameters = { path: 'a', methods: ['POST'] };
    const response = runtime.target.execute('action.run', { action: 'webhook.listen', parameters });
    await expect(response).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });
});

describe('webhook.unlisten', () => {
  const listening = async () => {
    const scene = createWebhookScene();
    for (const path of ['/a', '/b', '/c']) await scene.listen({ path });
    await scene.listen({ path: '/a', methods: ['GET'] });
    return scene;
  };

  it.each<[Record<string, string>, number, string[]]>([
    [{ listenerId: 'webhook-2' }, 1, ['/a', '/c', '/a']],
    [{ path: 'a/' }, 2, ['/b', '/c']],
    [{ path: '/a', listenerId: 'webhook-4' }, 1, ['/a', '/b', '/c']],
    [{ path: '/b', listenerId: 'webhook-4' }, 0, ['/a', '/b', '/c', '/a']],
    [{ listenerId: 'nobody' }, 0, ['/a', '/b', '/c', '/a']],
    [{}, 4, []],
  ])('%j removes %d listeners', async (filter, count, remaining) => {
    const scene = await listening();
    expect(await scene.act('webhook.unlisten', filter)).toEqual({ count });
    expect([...scene.listeners.values()].map(({ path }) => path)).toEqual(remaining);
    expect(await scene.act('webhook.listeners')).toMatchObject({
      listeners: remaining.map((path) => ({ path })),
    });
  });

  it('ignores requests that are still in progress', async () => {
    const scene = await listening();
    await scene.act('webhook.unlisten', { listenerId: 'webhook-1' });
    scene.receive('webhook-1');
    expect(scene.raised('webhook.received')).toEqual([]);
  });
});

describe('requests', () => {
  it('are raised with all their data', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: 'a' });
    scene.receive('webhook-1', { n: 1 });
    expect(scene.data('webhook.received')).toEqual([
      {
        ...{ listenerId: 'webhook-1', path: '/a', method: 'POST', headers: { 'x-a': 'b' } },
        ...{ query: { q: ['1', '2'] }, bodyFormat: 'json', body: { n: 1 } },
      },
    ]);
  });

  it('that are rejected are reported as warnings', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: 'a' });
    scene.emit({ kind: 'refused', listenerId: 'webhook-1', reason: 'It is late.', count: 1 });
    scene.emit({ kind: 'refused', listenerId: 'webhook-1', reason: 'It is late.', count: 4 });
    scene.emit({ kind: 'refused', listenerId: null, reason: 'It is lost.', count: 1 });
    expect(scene.data('console.log').map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', "A request to '/a' was refused: It is late."],
      ['warning', "4 more requests to '/a' were refused: It is late."],
      ['warning', 'A request to a webhook was refused: It is lost.'],
    ]);
  });
});

describe('OnWebhook', () => {
  const createListenGraph = (values: Record<string, Json>, graphId = 'graph') =>
    createTestGraph(
      {
        hook: ['OnWebhook', values],
        text: 'ToJson',
        log: 'LogConsole',
      },
      ['hook.Body > text.Value', 'text.Text > log.Message', 'hook.Out > log.In'],
      { graphId },
    );

  it('listens while its graph runs, and fires in the frame after a request', () => {
    const scene = createWebhookScene();
    scene.run(createListenGraph({ Path: '/go', Secret: 'geheim' }));
    expect(scene.listeners.size).toBe(0);
    scene.step(3);
    expect([...scene.listeners.values()]).toEqual([
      { listenerId: 'webhook-1', path: '/go', methods: ['POST'], secret: 'geheim' },
    ]);
    scene.receive('webhook-1', [1]);
    scene.receive('webhook-1', [2]);
    expect(scene.messages()).toEqual([]);
    scene.step();
    expect(scene.messages()).toEqual(['[1]', '[2]']);
    expect(scene.port('hook.out.Headers')).toEqual({ 'x-a': 'b' });
    expect(scene.port('hook.out.Query')).toEqual({ q: ['1', '2'] });
    expect(scene.raised('webhook.received')[0]).toMatchObject({ graphId: 'graph' });
    scene.execute('graph.stop', { graphId: 'graph' });
    expect(scene.listeners.size).toBe(0);
    expect(JSON.stringify(scene.batches)).not.toContain('geheim');
  });

  it('fires for requests to its own path only', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: 'other' });
    scene.run(createListenGraph({ Path: '/go' }));
    scene.step();
    scene.receive('webhook-1', 'other');
    scene.receive('webhook-2', 'own');
    scene.step();
    expect(scene.messages()).toEqual(['"own"']);
  });

  it.each([
    ['an error', (scene: ReturnType<typeof createWebhookScene>) => scene.step(2)],
    [
      'a removed graph',
      (scene: ReturnType<typeof createWebhookScene>) => scene.execute('graph.unload', { graphId: 'graph' }),
    ],
    ['the end of the runtime', (scene: ReturnType<typeof createWebhookScene>) => scene.stop()],
    [
      'a sync without the node',
      (scene: ReturnType<typeof createWebhookScene>) => {
        scene.execute('graph.load', { graph: createTestGraph({ start: 'Start' }) });
      },
    ],
  ])('stops listening after %s', (reason, end) => {
    const scene = createWebhookScene();
    const endlessGraph = createTestGraph(
      { hook: ['OnWebhook', { Path: 'a' }], frame: 'OnNewFrame', loop: ['WhileLoop', { Condition: true }] },
      reason === 'an error' ? ['frame.Out > loop.In'] : [],
    );
    scene.run(endlessGraph);
    if (reason !== 'an error') {
      scene.step();
      expect(scene.listeners.size).toBe(1);
    }
    end(scene);
    expect(scene.listeners.size).toBe(0);
  });

  it('keeps listening through a sync, and moves when Path or Secret change', () => {
    const scene = createWebhookScene();
    scene.run(createListenGraph({ Path: 'a' }));
    scene.step();
    scene.execute('graph.load', { graph: { ...createListenGraph({ Path: 'a' }), name: 'renamed' } });
    scene.step();
    expect([...scene.listeners.keys()]).toEqual(['webhook-1']);
    scene.execute('graph.load', { graph: createListenGraph({ Path: 'b' }) });
    scene.step();
    expect([...scene.listeners.values()]).toMatchObject([{ listenerId: 'webhook-2', path: '/b' }]);
    scene.execute('graph.load', { graph: createListenGraph({ Path: 'b', Secret: 's' }) });
    scene.step();
    expect([...scene.listeners.values()]).toMatchObject([{ listenerId: 'webhook-3', secret: 's' }]);
    scene.execute('graph.stop', { graphId: 'graph' });
    expect(scene.listeners.size).toBe(0);
  });

  it('waits for a path that is in use, with one warning', async () => {
    const scene = createWebhookScene();
    await scene.listen({ path: 'go' });
    scene.run(createListenGraph({ Path: '/go' }));
    scene.step(5);
    expect(scene.messages()).toEqual(["The path '/go' is already in use by webhook-1."]);
    await scene.act('webhook.unlisten', { path: 'go' });
    scene.step();
    expect([...scene.listeners.keys()]).toEqual(['webhook-2']);
  });

  it('warns once when its port cannot be opened', () => {
    const scene = createWebhookScene();
    scene.run(createListenGraph({ Path: '/go' }));
    scene.step();
    scene.fail('The port is taken.');
    scene.step(10);
    expect(scene.data('console.log')).toMatchObject([{ severity: 'error', graphId: 'graph' }]);
    expect(scene.listeners.size).toBe(0);
  });

  it('cannot be removed by clients', async () => {
    const scene = createWebhookScene();
    scene.run(createListenGraph({ Path: '/go' }));
    scene.step();
    scene.open();
    expect(await scene.act('webhook.listeners')).toMatchObject({ listeners: [{ graphId: 'graph' }] });
    expect(await scene.act('webhook.unlisten', { path: 'go' })).toBe(
      "The graph graph listens to '/go' as long as it runs.",
    );
    expect(await scene.act('webhook.unlisten')).toEqual({ count: 0 });
    expect(scene.listeners.size).toBe(1);
  });
});

describe('webhook.send', () => {
  it('returns the response of the server', async () => {
    const scene = createWebhookScene();
    const sending = scene.act('webhook.send', {
      url: 'http://host.example/',
      body: { a: 1 },
      headers: { 'X-A': 'b' },
    });
    expect(scene.sentRequests).toEqual([
      {
        ...{ method: 'POST', url: 'http://host.example/', body: '{"a":1}', timeout: 10 },
        headers: { 'content-type': 'application/json', 'x-a': 'b' },
      },
    ]);
    scene.respond({ status: 500, isJson: true, text: '{"b":2}' });
    expect(await sending).toEqual({ status: 500, body: { b: 2 } });
  });

  it('returns JSON that is too deep for a value as text', async () => {
    const scene = createWebhookScene();
    const text = '['.repeat(65) + ']'.repeat(65);
    const sending = scene.act('webhook.send', { url: 'http://host.example/' });
    scene.respond({ status: 200, isJson: true, text });
    expect(await sending).toEqual({ status: 200, body: text });
  });

  it('fails when there is no response', async () => {
    const scene = createWebhookScene();
    const sending = scene.act('webhook.send', { url: 'http://host.example/' });
    scene.respond({ error: 'There is no connection to the host.' });
    expect(await sending).toBe('There is no connection to the host.');
  });
});

it('a replay without a device gives the same result', () => {
  const fakeDevice = createScriptedDevice();
  let journal = '';
  const runtime = createRecordedRuntime(
    { now: () => new Date(0), devices: { webhooks: fakeDevice.device } },
    {
      write(line) {
        journal += line;
      },
      fail(failure) {
        throw failure;
      },
    },
  );
  const act = (action: string, parameters: Record<string, Json>): void => {
    const result = runtime.execute('action.run', { action, parameters });
    if (result instanceof Promise) result.catch(() => {});
  };
  const graph = createTestGraph(
    { hook: ['OnWebhook', { Path: '/go' }], log: ['LogConsole', { Message: 'came' }] },
    ['hook.Out > log.In'],
  );
  runtime.execute('graph.load', { graph });
  runtime.execute('graph.run', { graphId: 'graph' });
  runtime.step(2);
  fakeDevice.open();
  act('webhook.listen', { path: '/a', methods: ['POST'] });
  act('webhook.listen', { path: '/a', methods: ['POST'] });
  fakeDevice.receive('webhook-1', 1);
  fakeDevice.receive('webhook-2', 2);
  runtime.step(3);
  act('webhook.unlisten', { path: '/a' });
  fakeDevice.receive('webhook-2', 3);
  fakeDevice.emit({ kind: 'refused', listenerId: 'webhook-1', reason: 'It is late.', count: 1 });
  runtime.step();
  fakeDevice.fail('The port is gone.');
  runtime.step();
  runtime.stop();
  runtime.end();
  expect(journal).toContain('came');
  expect(replayJournalText(journal)).toMatchObject({ agrees: true, firstDifference: null });
});
