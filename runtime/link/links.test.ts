import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createRuntime } from '../runtime.ts';
import { mainCameraTag } from '../scene/default-scene.ts';
import { logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { serializeApiError } from './runtime-requests.ts';
import { testLinks } from './testing-links.ts';
import type { RuntimeTarget } from './runtime-link.ts';
import type { RuntimeRequest } from './runtime-requests.ts';

describe.each(Object.entries(testLinks))('a link %s', (_, makeLink) => {
  const linked = async () => {
    const runtime = createRuntime({ now: () => new Date(0) });
    const { link, disconnect, reconnect } = makeLink(runtime);
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
    const { link, disconnect, reconnect } = makeLink(runtime);
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
    const { link, disconnect, reconnect } = makeLink(runtime);
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
    const answer = link.request('action.run', {
      action: 'log.console',
      parameters: { message: 'first', severity: 'log' },
    });
    void answer.then(({ tick, seq }) => notifications.push({ tick, seq }));
    await answer;
    expect(notifications).toEqual(['first', { tick: 1, seq: 1 }]);
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
    const { answers, link, ask } = await late();
    const failures: unknown[] = [];
    link.listen({ onEvents() {}, onError: (failure) => failures.push(failure) });
    const answer = ask();
    const broken = new TypeError('broken');
    answers[0]!.reject(broken);
    await expect(answer).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringMatching(/^The runtime failed: /),
    });
    expect(failures).toEqual(link.kind === 'embedded' ? [broken] : []);
  });

  /** Creates a runtime that responds when the test says so, and a clock that the test advances. */
  const late = async (prepare: RuntimeTarget['prepare'] = () => undefined) => {
    const answers: { resolve: (answer: never) => void; reject: (failure: unknown) => void }[] = [];
    const alarms = new Map<() => void, number>();
    const target: RuntimeTarget = {
      prepare,
      execute: () => new Promise((resolve, reject) => answers.push({ resolve, reject })) as never,
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
    const { link, disconnect, reconnect } = makeLink(target, scheduler);
    await reconnect();
    const others = new Set(alarms.keys());
    /** Lists the timers of pending commands. */
    const due = () => [...alarms].filter(([task]) => !others.has(task));
    const ask = (timeoutMs?: number) =>
      link.request('action.run', { action: 'test.late', parameters: {} }, timeoutMs ? { timeoutMs } : {});
    return { link, disconnectLink: disconnect, reconnectLink: reconnect, answers, due, ask };
  };

  const done = (result: string) => ({ tick: 1, seq: 1, result: { done: result } }) as never;

  describe('with a late response', () => {
    test('waits for it', async () => {
      const { answers, due, ask } = await late();
      const [first, second] = [ask(), ask()];
      answers[1]!.resolve(done('second'));
      answers[0]!.reject(new ApiError('ACTION_FAILED', 'No.'));
      await expect(first).rejects.toMatchObject({ code: 'ACTION_FAILED', reason: 'No.' });
      expect(await second).toEqual(done('second'));
      expect(due()).toEqual([]);
    });

    test('times out, and ignores a later response', async () => {
      const { answers, due, ask } = await late();
      const [withoutTimeout, withTimeout] = [ask(), ask(30_000)];
      expect(due().map(([, ms]) => ms)).toEqual([10_000, 30_000]);
      for (const [fireTimers] of due()) fireTimers();
      await expect(withoutTimeout).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      await expect(withTimeout).rejects.toThrow('within 30 s');
      answers[0]!.resolve(done('late'));
      answers[1]!.reject(new Error('late'));
    });

    test('fails when the link is lost, because the outcome is unknown', async () => {
      const { disconnectLink, reconnectLink, answers, due, ask } = await late();
      const answer = ask();
      disconnectLink();
      await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      expect(due()).toEqual([]);
      await reconnectLink();
      const next = ask();
      expect(answers).toHaveLength(2);
      answers[0]!.resolve(done('first'));
      answers[1]!.resolve(done('second'));
      expect(await next).toEqual(done('second'));
    });
  });

  describe('with a command that needs preparation', () => {
    test('runs it after the preparation, and checks whether more is needed', async () => {
      const preparations = [Promise.resolve(), Promise.resolve()];
      const { answers, ask } = await late(() => preparations.shift());
      const answer = ask();
      expect(answers).toEqual([]);
      await vi.waitUntil(() => answers.length === 1);
      answers[0]!.resolve(done('prepared'));
      expect(await answer).toEqual(done('prepared'));
      expect(preparations).toEqual([]);
    });

    test('can time out during the preparation, and then never runs it', async () => {
      let prepared = (): void => {};
      const preparation = new Promise<void>((resolve) => {
        prepared = resolve;
      });
      const { answers, due, ask } = await late(() => preparation);
      const answer = ask(500);
      for (const [fireTimers] of due()) fireTimers();
      await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      prepared();
      await preparation;
      expect(answers).toEqual([]);
    });
  });

  describe('with a request from the runtime', () => {
    const ask = async () => {
      const { link, disconnectLink, reconnectLink } = await linked();
      const questions: RuntimeRequest[] = [];
      link.listen({ onEvents() {}, onRuntimeRequest: (question) => questions.push(question) });
      const answer = link.request('action.run', { action: 'project.info', parameters: {} });
      await vi.waitUntil(() => questions.length === 1);
      return { link, disconnectLink, reconnectLink, questions, answer };
    };

    test('sends one response', async () => {
      const { link, questions, answer } = await ask();
      expect(questions).toEqual([{ id: 1, action: 'project.info', parameters: {} }]);
      const result = { name: 'first', path: '/first', revision: 1, dirty: false };
      await link.request('question.answer', { id: 1, result });
      await link.request('question.answer', { id: 1, result: { ...result, name: 'second' } });
      expect((await answer).result).toEqual(result);
    });

    test('fails with the error from the controller', async () => {
      const { link, answer } = await ask();
      const failure = serializeApiError(new ApiError('NO_PROJECT', 'None.', { nearest: [] }));
      await link.request('question.answer', { id: 1, failure });
      await expect(answer).rejects.toMatchObject({
        code: 'NO_PROJECT',
        reason: 'None.',
        details: { nearest: [] },
      });
    });

    test('fails when the link is lost, and does not repeat the request', async () => {
      const { disconnectLink, reconnectLink, questions, answer } = await ask();
      disconnectLink();
      await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
      await reconnectLink();
      expect(questions).toHaveLength(1);
    });
  });
});
