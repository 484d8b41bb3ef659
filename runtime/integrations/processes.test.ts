import { describe, expect, it } from 'vitest';
import { createTestRuntime } from '../engine/testing-runtime.ts';
import { createFakeProcesses } from './testing-processes.ts';

const createTestProcesses = () => {
  const fakeProcesses = createFakeProcesses();
  const runtime = createTestRuntime({ devices: { processes: fakeProcesses.device } });
  const act = async (action: string, parameters: Record<string, unknown> = {}) =>
    (await runtime.target.execute('action.run', { action, parameters })).result;
  return { ...runtime, ...fakeProcesses, act };
};

describe('process actions', () => {
  it('report a process from its start to its exit', async () => {
    const { act, load, exit, data } = createTestProcesses();
    expect(await act('process.start', { path: 'lights', arguments: ['-v'], environment: {} })).toEqual({
      accepted: true,
      processId: 101,
    });
    load(101);
    expect(data('process.loaded')).toEqual([
      { processId: 101, processName: 'lights', startTime: '2026-01-01T00:00:00.000Z' },
    ]);
    const record = {
      ...{ processId: 101, processName: 'lights', path: '/bin/lights' },
      startTime: '2026-01-01T00:00:00.000Z',
    };
    expect(await act('process.list')).toEqual({
      processes: [{ ...record, state: 'loaded', exitCode: null }],
    });
    exit(101, 7);
    expect(data('process.exited')).toEqual([{ processId: 101, processName: 'lights', exitCode: 7 }]);
    expect(await act('process.list')).toEqual({ processes: [{ ...record, state: 'exited', exitCode: 7 }] });
  });

  it('stop only the given process', async () => {
    const { act, load, exit, stopped } = createTestProcesses();
    load(5);
    expect(await act('process.stop', { processId: 5, force: true })).toEqual({ stopped: true });
    exit(5, 137);
    expect(await act('process.stop', { processId: 5, force: false })).toEqual({ stopped: false });
    expect(stopped).toEqual([[5, true]]);
    await expect(act('process.stop', { processId: 6, force: false })).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      details: { parameter: 'processId', validOptions: [] },
    });
  });

  it('write to a running process', async () => {
    const { act, load } = createTestProcesses();
    load(5);
    expect(await act('process.sendInput', { processId: 5, text: 'on\n' })).toEqual({ written: 3 });
    await expect(act('process.sendInput', { processId: 6, text: 'on\n' })).rejects.toMatchObject({
      code: 'ACTION_FAILED',
    });
  });

  it('show the output of a process on the console, and that lines were dropped', () => {
    const { load, write, data } = createTestProcesses();
    load(5);
    write(5, ['ready', '!oh'], 40);
    expect(data('console.log').map(({ severity, message }) => [severity, message])).toEqual([
      ['log', 'lights (5): ready'],
      ['warning', 'lights (5): !oh'],
      ['warning', 'lights (5) writes too many lines: 40 were left out.'],
    ]);
  });

  it('retain all running processes and the last hundred ended ones', async () => {
    const { act, load, exit } = createTestProcesses();
    load(1);
    for (let processId = 2; processId < 200; processId += 1) {
      load(processId);
      exit(processId, 0);
    }
    const { processes } = (await act('process.list')) as { processes: { processId: number }[] };
    expect(processes.map(({ processId }) => processId)).toEqual([
      1,
      ...Array.from({ length: 100 }, (_, i) => 100 + i),
    ]);
  });

  it('start nothing in a runtime without processes', async () => {
    const runtime = createTestRuntime();
    await expect(
      runtime.target.execute('action.run', {
        action: 'process.start',
        parameters: { path: 'lights', arguments: [], environment: {} },
      }),
    ).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });
});
