import { describe, expect, it } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';
import { createFakeProcesses } from '../../integrations/testing-processes.ts';
import { parseCommandLine } from './start-process.ts';
import type { Json } from '#spec/values.ts';

const createLogNode = (Message: string): readonly [string, Record<string, Json>] => [
  'LogConsole',
  { Message },
];

/** Creates a graph that starts a program whenever the graph's button is pressed. */
const createStartRuntime = (values: Record<string, Json> = {}) => {
  const fakeProcesses = createFakeProcesses();
  const runtime = createTestRuntime({ devices: { processes: fakeProcesses.device } });
  runtime.listenTo('ports.updated');
  runtime.run(
    createTestGraph(
      {
        button: 'ManualButton',
        node: ['StartProcess', { Path: 'lights', ...values }],
        ...{
          out: createLogNode('Out'),
          loaded: createLogNode('Loaded'),
          exited: createLogNode('Exited'),
          failed: createLogNode('Failed'),
        },
      },
      [
        ...['button.Pressed > node.In', 'node.Out > out.In', 'node.Loaded > loaded.In'],
        ...['node.Exited > exited.In', 'node.Failed > failed.In'],
      ],
    ),
  );
  return {
    ...{ ...runtime, ...fakeProcesses },
    /** Starts a program and waits for the outcome. */
    async start() {
      runtime.press('button');
      runtime.step();
      await Promise.resolve();
      await new Promise(setImmediate);
      runtime.step();
    },
    step(): unknown[] {
      runtime.step();
      return runtime.messages();
    },
  };
};

describe('StartProcess', () => {
  it('fires Loaded and Exited, each in the frame after the event', async () => {
    const { start, messages, load, exit, step, port } = createStartRuntime({
      Arguments: '-v "a b"',
      WorkingDirectory: '/x',
    });
    await start();
    expect(messages()).toEqual(['Out']);
    load(101);
    expect(messages()).toEqual(['Out']);
    expect(step()).toEqual(['Out', 'Loaded']);
    exit(101, 7);
    expect(step()).toEqual(['Out', 'Loaded', 'Exited']);
    expect([port('node.out.ProcessId'), port('node.out.ExitCode')]).toEqual([101, 7]);
    expect(step()).toHaveLength(3);
  });

  it('passes its inputs on', async () => {
    const { start, started } = createStartRuntime({ Arguments: '-v "a b"', WorkingDirectory: '/x' });
    await start();
    expect(started).toEqual([
      { path: 'lights', arguments: ['-v', 'a b'], workingDirectory: '/x', environment: {} },
    ]);
  });

  it('fires both for a process that ended before its start was reported', async () => {
    const { start, load, exit, messages, step } = createStartRuntime();
    load(101);
    exit(101, 0);
    await start();
    expect(messages()).toEqual(['Out', 'Loaded', 'Exited']);
    expect(step()).toHaveLength(3);
  });

  it('tracks several processes separately', async () => {
    const { start, load, exit, step, port } = createStartRuntime();
    await start();
    await start();
    load(101);
    load(102);
    expect(step()).toEqual(['Out', 'Out', 'Loaded', 'Loaded']);
    exit(101, 5);
    expect(step().slice(4)).toEqual(['Exited']);
    expect([port('node.out.ProcessId'), port('node.out.ExitCode')]).toEqual([101, 5]);
  });

  it('fires Failed for a program that cannot be started, and logs the reason', async () => {
    const { start, messages } = createStartRuntime({ Path: 'forbidden' });
    await start();
    expect(messages()).toEqual(['Out', expect.stringContaining('Not allowed.'), 'Failed']);
  });
});

describe('arguments in a line', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['a b', ['a', 'b']],
    [' a\t b ', ['a', 'b']],
    ['"a b" c', ['a b', 'c']],
    [`'a "b"' c`, ['a "b"', 'c']],
    ['--name="a b"', ['--name=a b']],
    ['"" x', ['', 'x']],
    ['C:\\lights\\on.exe', ['C:\\lights\\on.exe']],
    ['say \\"hi\\"', ['say', '"hi"']],
    ['"open', ['open']],
  ])('%j is %j', (line, expected) => {
    expect(parseCommandLine(line)).toEqual(expected);
  });
});
