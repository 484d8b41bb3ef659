import { Fault } from '#spec/errors.ts';
import { describe, expect, test, vi } from 'vitest';
import { createRuntime } from '../runtime.ts';
import { createInProcessLink } from './in-process.ts';
import { failureOf } from './questions.ts';
import { createMissed } from './missed.ts';
import type { RaisedEvent, RuntimeTarget } from './protocol.ts';
import type { Question } from './questions.ts';

const event = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({ type, tick, time: 0, data: {} });

const linked = () => {
  const runtime = createRuntime({ now: () => new Date(0) });
  const link = createInProcessLink(runtime);
  const told: unknown[] = [];
  link.listen({ events: (batch) => told.push(...batch.map(({ data }) => data.message)) });
  link.onChange((connected) => told.push(connected));
  const log = (message: string) =>
    runtime.execute('action.run', { action: 'log.console', parameters: { message, severity: 'log' } });
  return { link, told, log };
};

test('a link that is unplugged refuses commands, and brings what was told meanwhile when it is plugged in', async () => {
  const { link, told, log } = linked();
  log('before');
  link.disconnect();
  link.disconnect();
  log('meanwhile');
  await expect(link.request('discovery.list', { dataType: 'spawnables' })).rejects.toMatchObject({
    code: 'RUNTIME_NOT_CONNECTED',
  });
  expect(link.connected).toBe(false);
  expect(told).toEqual(['before', false]);
  link.connect();
  log('after');
  expect(told).toEqual(['before', false, 'meanwhile', true, 'after']);
  await expect(link.request('discovery.list', { dataType: 'spawnables' })).resolves.toHaveProperty('tick');
});

test('the names of all scenes are told whenever they change, and once a link is plugged in again', async () => {
  const { link } = linked();
  const told: unknown[] = [];
  link.listen({ events() {}, scenes: (names) => told.push(names) });
  await link.request('graph.unload', { graphId: 'none' });
  await link.request('graph.unload', { graphId: 'none' });
  expect(told).toEqual([['Default']]);
  link.disconnect();
  link.connect();
  expect(told).toEqual([['Default'], ['Default']]);
});

/** A runtime that answers when the test says so, and a clock that only the test moves. */
const late = (prepare: RuntimeTarget['prepare'] = () => undefined) => {
  const answers: { resolve: (answer: never) => void; reject: (failure: unknown) => void }[] = [];
  const alarms = new Map<() => void, number>();
  const link = createInProcessLink(
    {
      prepare,
      execute: () => new Promise((resolve, reject) => answers.push({ resolve, reject })) as never,
      listen() {},
      betweenTicks: (task) => task(),
      holding: () => ({ graphs: [], variables: [] }),
    },
    {
      now: () => 0,
      after(milliseconds, task) {
        alarms.set(task, milliseconds);
        return () => void alarms.delete(task);
      },
    },
  );
  const ask = (timeoutMs?: number) =>
    link.request('action.run', { action: 'log.console', parameters: {} }, timeoutMs ? { timeoutMs } : {});
  return { link, answers, alarms, ask };
};

describe('an answer that comes later', () => {
  test('is waited for', async () => {
    const { answers, alarms, ask } = late();
    const [first, second] = [ask(), ask()];
    answers[1]!.resolve({ result: 'second' } as never);
    answers[0]!.reject(new Fault('ACTION_FAILED', 'No.'));
    await expect(first).rejects.toMatchObject({ code: 'ACTION_FAILED', reason: 'No.' });
    expect(await second).toEqual({ result: 'second' });
    expect(alarms.size).toBe(0);
  });

  test('is a time-out once it takes as long as it may, whatever comes of it then', async () => {
    const { answers, alarms, ask } = late();
    const [usual, own] = [ask(), ask(30_000)];
    expect([...alarms.values()]).toEqual([10_000, 30_000]);
    for (const ring of [...alarms.keys()]) ring();
    await expect(usual).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
    await expect(own).rejects.toThrow('within 30 s');
    answers[0]!.resolve({} as never);
    answers[1]!.reject(new Error('late'));
  });

  test('is given up when the link goes down', async () => {
    const { link, answers, alarms, ask } = late();
    const answer = ask();
    link.disconnect();
    await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_NOT_CONNECTED' });
    expect(alarms.size).toBe(0);
    link.connect();
    const next = ask();
    answers[1]!.resolve({ result: {} } as never);
    expect(await next).toEqual({ result: {} });
  });
});

test('what is kept of an absence is bounded, and leaves out what is about a moment', () => {
  const missed = createMissed(3);
  missed.add([event('console.log', 1), event('node.done', 1)]);
  missed.add([event('node.executing', 2)]);
  missed.add([event('console.log', 3), event('graph.stopped', 3), event('console.log', 3)]);
  expect(missed.take().map((batch) => batch.map(({ type, tick }) => [type, tick]))).toEqual([
    [
      ['console.log', 3],
      ['graph.stopped', 3],
      ['console.log', 3],
    ],
  ]);
  expect(missed.take()).toEqual([]);
});

describe('a command that has to be prepared', () => {
  test('is carried out once that is done, and asked whether more is to be prepared', async () => {
    const preparations = [Promise.resolve(), Promise.resolve()];
    const { answers, ask } = late(() => preparations.shift());
    const answer = ask();
    expect(answers).toEqual([]);
    await vi.waitUntil(() => answers.length === 1);
    answers[0]!.resolve({ result: 'done' } as never);
    expect(await answer).toEqual({ result: 'done' });
    expect(preparations).toEqual([]);
  });

  test('is a time-out once that takes too long, and never carried out', async () => {
    let prepared = (): void => {};
    const preparation = new Promise<void>((resolve) => {
      prepared = resolve;
    });
    const { answers, alarms, ask } = late(() => preparation);
    const answer = ask(500);
    for (const alarm of alarms.keys()) alarm();
    await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_TIMEOUT' });
    prepared();
    await preparation;
    expect(answers).toEqual([]);
  });
});

describe('a question of the runtime', () => {
  const ask = () => {
    const { link } = linked();
    const questions: Question[] = [];
    link.listen({ events() {}, asked: (question) => questions.push(question) });
    const answer = link.request('action.run', { action: 'project.info', parameters: {} });
    return { link, questions, answer };
  };

  test('is answered once', async () => {
    const { link, questions, answer } = ask();
    expect(questions).toEqual([{ id: 1, action: 'project.info', parameters: {} }]);
    await link.request('question.answer', { id: 1, result: { name: 'first' } });
    await link.request('question.answer', { id: 1, result: { name: 'second' } });
    expect((await answer).result).toEqual({ name: 'first' });
  });

  test('fails as the controller says', async () => {
    const { link, answer } = ask();
    const failure = failureOf(new Fault('NO_PROJECT', 'None.', { nearest: [] }));
    await link.request('question.answer', { id: 1, failure });
    await expect(answer).rejects.toMatchObject({
      code: 'NO_PROJECT',
      reason: 'None.',
      details: { nearest: [] },
    });
  });

  test('is given up with the link, and not asked while there is none', async () => {
    const { link, questions, answer } = ask();
    link.disconnect();
    await expect(answer).rejects.toMatchObject({ code: 'RUNTIME_NOT_CONNECTED' });
    link.connect();
    expect(questions).toHaveLength(1);
  });

  test('fails where there is no controller', async () => {
    const { link } = linked();
    await expect(link.request('action.run', { action: 'log.clear', parameters: {} })).rejects.toMatchObject({
      code: 'ACTION_FAILED',
    });
  });
});
