import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createRuntime } from '../runtime.ts';
import { createInProcessRenderer } from '../scene/rendering/in-process-renderer.ts';
import { decodePng } from '../shared/testing-decode-png.ts';
import { mainCameraTag } from '../scene/default-scene.ts';
import { logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { type RuntimeRequest, serializeApiError } from './runtime-requests.ts';
import { testLinks } from './testing-links.ts';
import type { RuntimeTarget } from './runtime-link.ts';

describe.each(Object.entries(testLinks))('a link %s', (_, createLink) => {
  const linked = async () => {
    const runtime = createRuntime({ now: () => new Date(0) });
    const { link, disconnect, reconnect } = createLink(runtime);
    const notifications: unknown[] = [];
    link.listen({ onEvents: (batch) => notifications.push(...batch.map(({ data }) => data.message)) });
    link.onChange((connected) => notifications.push(connected));
    await reconnect();
    notifications.length = 0;
    const log = (message: string) =>
      runtime.execute('action.run', { action: 'log.console', parameters: { message, severity: 'log' } });
    return { link, disconnectLink: disconnect, reconnectLink: reconnect, notifications, log };
  };

  test('rejects commands while it is disconnected, and delivers missed events after a reconnect', async () => {
    const { link, disconnectLink, reconnectLink, notifications, log } = await linked();
    log('before');
    disconnectLink();
    disconnectLink();
    log('meanwhile');
    await expect(link.request('discovery.list', { dataType: 'spawnables' })).rejects.toMatchObject({
      code: 'RUNTIME_NOT_CONNECTED',
    });
    expect(link.connected).toBe(false);
    expect(notifications).toEqual(['before', false]);
    await reconnectLink();
    log('after');
    expect(notifications).toEqual(['before', false, 'meanwhile', true, 'after']);
    await expect(link.request('discovery.list', { dataType: 'spawnables' })).resolves.toHaveProperty('tick');
  });

  test('reports how many events were lost, before it delivers the others', async () => {
    const { link, disconnectLink, reconnectLink, notifications, log } = await linked();
    link.listen({ onEvents() {}, onEventsSkipped: (count) => notifications.push(count) });
    disconnectLink();
    for (let number = 0; number < 10_002; number++) log(String(number));
    await reconnectLink();
    expect([notifications.length, ...notifications.slice(0, 4)]).toEqual([10_003, false, 2, '2', '3']);
    disconnectLink();
    await reconnectLink();
    expect(notifications.slice(-2)).toEqual([false, true]);
  });

  test('reports the scene names whenever they change, and after a reconnect', async () => {
    const runtime = createRuntime({ now: () => new Date(0) });
    const { link, disconnect, reconnect } = createLink(runtime);
    const notifications: unknown[] = [];
    link.listen({ onEvents() {}, onSceneNames: (names) => notifications.push(names) });
    await reconnect();
    await link.request('graph.unload', { graphId: 'none' });
    await link.request('graph.unload', { graphId: 'none' });
    expect(notifications).toEqual([['Default']]);
    disconnect();
    await reconnect();
    expect(notifications).toEqual([['Default'], ['Default']]);
  });

  test('reports idle graphs after their events, and after a reconnect', async () => {
    const runtime = createRuntime({ now: () => new Date(0) });
    const { link, disconnect, reconnect } = createLink(runtime);
    const notifications: unknown[] = [];
    link.listen({
      onEvents: (batch) => notifications.push(...batch.filter(({ type }) => type === 'console.log')),
      onIdleGraphs: (graphIds) => notifications.push(graphIds),
    });
    await reconnect();
    await link.request('graph.load', {
      graph: createTestGraph({ start: 'Start', log: logNode('last') }, ['start.Out > log.In']),
    });
    await link.request('graph.run', { graphId: 'graph' });
    runtime.step();
    await link.request('graph.unload', { graphId: 'none' });
    expect(notifications).toEqual([expect.objectContaining({ type: 'console.log' }), ['graph']]);
    disconnect();
    await reconnect();
    expect(notifications.slice(2)).toEqual([['graph']]);
  });

  test('delivers the events of a command before its response, with its stamp', async () => {
    const { link, notifications } = await linked();
    const response = link.request('action.run', {
      action: 'log.console',
      parameters: { message: 'first', severity: 'log' },
    });
    void response.then(({ tick, seq }) => notifications.push({ tick, seq }));
    await response;
    expect(notifications).toEqual(['first', { tick: 1, seq: 1 }]);
  });

  test('returns the bytes of a picture, and the errors of its camera', async () => {
    const runtime = createRuntime({ now: () => new Date(0), pictures: createInProcessRenderer() });
    const { link, reconnect } = createLink(runtime);
    await reconnect();
    const view = { width: 4, height: 3, jpeg: false };
    const { data, tick } = await link.request('scene.picture', view);
    expect(tick).toBe(1);
    expect(decodePng(Buffer.from(data))).toMatchObject({ width: 4, height: 3 });
    const response = await link.request('action.run', {
      action: 'output.capture',
      parameters: { width: 4, height: 3, format: 'png' },
    });
    expect(response.result).toMatchObject({ capture: { data: Buffer.from(data).toString('base64') } });
    await expect(link.request('scene.picture', { ...view, camera: 'nobody' })).rejects.toMatchObject({
      code: 'OBJECT_NOT_FOUND',
    });
  });

  test('rejects with the code, reason and details from the runtime', async () => {
    const { link } = await linked();
    await expect(link.request('graph.run', { graphId: 'none' })).rejects.toMatchObject({
      code: 'GRAPH_NOT_SYNCED',
      status: 409,
    });
    await expect(
      link.request('properties.read', { object: mainCameraTag, component: 'Camra' }),
    ).rejects.toMatchObject({
      code: 'COMPONENT_NOT_FOUND',
      details: expect.anything(),
    });
  });

  test('reports an error of the runtime as a failed command', async () => {
    const { responses, link, request } = await createLateLink();
    const failures: unknown[] = [];
    link.listen({ onEvents() {}, onError: (failure) => failures.push(failure) });
    const response = request();
    const error = new TypeError('broken');
    responses[0]!.reject(error);
    await expect(response).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringMatching(/^The runtime failed: /),
    });
    expect(failures).toEqual(link.kind === 'embedded' ? [error] : []);
  });

  /** Creates a runtime whose responses the test sends, and a clock that the test controls. */
  const createLateLink = async (prepare: RuntimeTarget['prepare'] = () => undefined) => {
    const responses: { resolve: (response: never) => void; reject: (failure: unknown) => void }[] = [];
    const alarms = new Map<() => void, number>();
    const target: RuntimeTarget = {
      prepare,
      execute: () => new Promise((resolve, reject) => responses.push({ resolve, reject })) as never,
      listen() {},
      runBetweenTicks: (task) => task(),
      getHeldState: () => ({ graphs: [], variables: [] }),
    };
    const scheduler = {
      now: () => 0,
      after(milliseconds: number, task: () => void) {
        alarms.set(task, milliseconds);
        return () => void alarms.delete(task);
      },
    };
    const { link, disconnect, reconnect } = createLink(target, scheduler);
    await reconnect();
    const initialAlarms = new Set(alarms.keys());
    /** Returns the timers of pending commands. */
    const findTimeouts = () => [...alarms].filter(([task]) => !initialAlarms.has(task));
    const request = (timeoutMs?: number) =>
      link.request('action.run', { action: 'test.late', parameters: {} }, timeoutMs ? { timeoutMs } : {});
    return { link, disconnectLink: disconnect, reconnectLink: reconnect, responses, findTimeouts, request };
  };

  const createResult = (result: string) => ({ tick: 1, seq: 1, result: { done: result } }) as never;

  describe('with a late response', () => {
    test('waits for it', async () => {
      const { responses, findTimeouts, request } = await createLateLink();
      const [first, second] = [request(), request()];
      responses[1]!.resolve(createResult('second'));
      responses[0]!.reject(new ApiError('ACTION_FAILED', 'No.'));
      await expect(first).rejects.toMatchObject({ code: 'ACTION_FAILED', reason: 'No.' });
      expect(await second).toEqual(createResult('second'));
      expect(findTimeouts()).toEqual([]);
    });

    test('times out, and ignores a later response', async () => {
      const { responses, findTimeouts, request } = await createLateLink();
      const [withoutTimeout, withTimeout] = [request(), request(30_000)];
      expect(findTimeouts().map(([, ms]) => ms)).toEqual([10_000, 30_000]);
      for (const [fireTimers] of findTimeouts()) fireTimers();
      await expect(withoutTimeout).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      await expect(withTimeout).rejects.toThrow('within 30 s');
      responses[0]!.resolve(createResult('late'));
      responses[1]!.reject(new Error('late'));
    });

    test('fails when the link is lost, because the outcome is unknown', async () => {
      const { disconnectLink, reconnectLink, responses, findTimeouts, request } = await createLateLink();
      const response = request();
      disconnectLink();
      await expect(response).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      expect(findTimeouts()).toEqual([]);
      await reconnectLink();
      const next = request();
      expect(responses).toHaveLength(2);
      responses[0]!.resolve(createResult('first'));
      responses[1]!.resolve(createResult('second'));
      expect(await next).toEqual(createResult('second'));
    });
  });

  describe('with a command that needs preparation', () => {
    test('runs it after the preparation, and checks whether more is needed', async () => {
      const preparations = [Promise.resolve(), Promise.resolve()];
      const { responses, request } = await createLateLink(() => preparations.shift());
      const response = request();
      expect(responses).toEqual([]);
      await vi.waitUntil(() => responses.length === 1);
      responses[0]!.resolve(createResult('prepared'));
      expect(await response).toEqual(createResult('prepared'));
      expect(preparations).toEqual([]);
    });

    test('can time out during the preparation, and then never runs it', async () => {
      let prepared = (): void => {};
      const preparation = new Promise<void>((resolve) => {
        prepared = resolve;
      });
      const { responses, findTimeouts, request } = await createLateLink(() => preparation);
      const response = request(500);
      for (const [fireTimers] of findTimeouts()) fireTimers();
      await expect(response).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      prepared();
      await preparation;
      expect(responses).toEqual([]);
    });
  });

  describe('with a request from the runtime', () => {
    const request = async () => {
      const { link, disconnectLink, reconnectLink } = await linked();
      const requests: RuntimeRequest[] = [];
      link.listen({ onEvents() {}, onRuntimeRequest: (runtimeRequest) => requests.push(runtimeRequest) });
      const response = link.request('action.run', { action: 'project.info', parameters: {} });
      await vi.waitUntil(() => requests.length === 1);
      return { link, disconnectLink, reconnectLink, requests, response };
    };

    test('sends one response', async () => {
      const { link, requests, response } = await request();
      expect(requests).toEqual([{ id: 1, action: 'project.info', parameters: {} }]);
      const result = { name: 'first', path: '/first', revision: 1, dirty: false };
      await link.request('question.answer', { id: 1, result });
      await link.request('question.answer', { id: 1, result: { ...result, name: 'second' } });
      expect((await response).result).toEqual(result);
    });

    test('fails with the error from the controller', async () => {
      const { link, response } = await request();
      const failure = serializeApiError(new ApiError('NO_PROJECT', 'None.', { nearest: [] }));
      await link.request('question.answer', { id: 1, failure });
      await expect(response).rejects.toMatchObject({
        code: 'NO_PROJECT',
        reason: 'None.',
        details: { nearest: [] },
      });
    });

    test('fails when the link is lost, and does not repeat the request', async () => {
      const { disconnectLink, reconnectLink, requests, response } = await request();
      disconnectLink();
      await expect(response).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      await reconnectLink();
      expect(requests).toHaveLength(1);
    });
  });
});
