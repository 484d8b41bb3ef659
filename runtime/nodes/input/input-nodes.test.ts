import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  evaluatePureNode,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import type { InjectedInput, InputKey } from '#spec/input-controls.ts';
import type { Json } from '#spec/values.ts';
import type { MidiDevice } from '../../integrations/midi.ts';

/** Runs a graph in which a node logs the value of one of its outputs whenever the node fires. */
const runInputNode = (category: string, values: Record<string, Json>, output: string, midi?: MidiDevice) => {
  const runtime = createTestRuntime(midi ? { devices: { midi } } : {});
  runtime.run(
    createTestGraph({ node: [category, values], log: logNode('') }, [
      'node.Out > log.In',
      `node.${output} > log.Message`,
    ]),
  );
  runtime.step();
  const inject = (...inputs: InjectedInput[]) => runtime.execute('input.inject', { inputs }).state;
  /** Runs this many steps and returns the messages that the node logged, as one list per step. */
  const stepAndRead = (steps = 1): unknown[][] =>
    Array.from({ length: steps }, () => {
      const before = runtime.messages().length;
      runtime.step();
      return runtime.messages().slice(before);
    });
  const act = (action: string, parameters: Record<string, unknown>) =>
    runtime.execute('action.run', { action, parameters });
  return { runtime, inject, stepAndRead, act };
};

const createKeyDown = (key: InputKey): InjectedInput => ({ kind: 'key', key, phase: 'down' });
const createKeyUp = (key: InputKey): InjectedInput => ({ kind: 'key', key, phase: 'up' });
const createClick = (button: 'Left' | 'Right', phase: 'down' | 'up'): InjectedInput => ({
  ...{ kind: 'mouseButton', button, phase },
});

describe('OnKey', () => {
  test('fires for a key that goes down, in the frame after, and ignores other keys', () => {
    const { inject, stepAndRead } = runInputNode('OnKey', { Key: 'Space', Phase: 'Down' }, 'KeyName');
    inject(createKeyDown('A'), createKeyDown('Space'), createKeyDown('Space'));
    expect(stepAndRead(2)).toEqual([['Space'], []]);
    inject(createKeyUp('Space'), createKeyDown('Space'));
    expect(stepAndRead()).toEqual([['Space']]);
  });

  test('fires for any key, in order, also for one that was released before the frame', () => {
    const { inject, stepAndRead } = runInputNode('OnKey', { Key: 'Any', Phase: 'Up' }, 'KeyName');
    inject(createKeyDown('A'), createKeyUp('A'), createKeyDown('B'), createKeyUp('B'), createKeyUp('C'));
    expect(stepAndRead(2)).toEqual([['A', 'B'], []]);
  });

  test('fires in every frame for every key that is held', () => {
    const { inject, stepAndRead } = runInputNode('OnKey', { Key: 'Any', Phase: 'Held' }, 'KeyName');
    inject(createKeyDown('A'), createKeyDown('B'), createKeyDown('C'), createKeyUp('C'));
    expect(stepAndRead(2)).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ]);
    inject(createKeyUp('A'));
    expect(stepAndRead()).toEqual([['B']]);
    inject(createKeyUp('B'));
    expect(stepAndRead()).toEqual([[]]);
  });
});

describe('OnMouse', () => {
  test('fires for its button as it goes down, is held, and goes up, with the position of the mouse at that time', () => {
    for (const [Phase, expected] of [
      ['Down', [['0.5'], [], []]],
      ['Held', [['0.75'], ['0.75'], []]],
      ['Up', [[], [], ['0.75']]],
    ] as const) {
      const { inject, stepAndRead } = runInputNode('OnMouse', { Button: 'Left', Phase }, 'X');
      inject({ kind: 'mouseMove', x: 0.5, y: 0 }, createClick('Left', 'down'), createClick('Right', 'down'));
      inject({ kind: 'mouseMove', x: 0.75, y: 0 });
      const before = stepAndRead(2);
      inject(createClick('Left', 'up'));
      expect([...before, ...stepAndRead()]).toEqual(expected);
    }
  });

  test('fires for moves with their distance, and for its wheel with its notches, whatever the button', () => {
    const runtime = runInputNode('OnMouse', { Button: 'Right', Phase: 'Move' }, 'Delta');
    const mouseMove = { kind: 'mouseMove', x: 0.3, y: -0.4 } as const;
    runtime.inject(mouseMove, mouseMove, { kind: 'mouseWheel', delta: 3 }, createClick('Right', 'down'));
    expect(runtime.stepAndRead(2)).toEqual([['0.5'], []]);
    const wheel = runInputNode('OnMouse', { Button: 'Right', Phase: 'Wheel' }, 'Delta');
    wheel.inject(mouseMove, { kind: 'mouseWheel', delta: -3 }, { kind: 'mouseWheel', delta: 0 });
    expect(wheel.stepAndRead(2)).toEqual([['-3'], []]);
  });
});

describe('OnInputAction', () => {
  test('fires for input that is injected under its name, which need not be registered before', () => {
    for (const [Phase, expected] of [
      ['Down', [['0.5'], [], []]],
      ['Held', [['0.25'], ['0.25'], []]],
      ['Up', [[], [], ['0']]],
    ] as const) {
      const { inject, stepAndRead } = runInputNode('OnInputAction', { Action: 'Wave', Phase }, 'Value');
      const injectWave = (value: number, action = 'Wave') => inject({ kind: 'action', action, value });
      injectWave(0);
      injectWave(1, 'Nod');
      injectWave(0.5);
      injectWave(0.25);
      const before = stepAndRead(2);
      injectWave(0);
      expect([...before, ...stepAndRead()]).toEqual(expected);
    }
  });

  test('fires for the keys and buttons bound to it, once however many are down', () => {
    const { inject, stepAndRead } = runInputNode('OnInputAction', { Action: 'Fire', Phase: 'Down' }, 'Value');
    inject(createKeyDown('Control'), createClick('Left', 'down'), createKeyUp('Control'));
    expect(stepAndRead(2)).toEqual([['1'], []]);
    expect(inject().actions).toEqual({ Fire: 1 });
    inject(createClick('Left', 'up'), { kind: 'action', action: 'Fire', value: 0.5 });
    expect([stepAndRead(), inject().actions]).toEqual([[['0.5']], { Fire: 0.5 }]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('treats %s as an ordinary name', (Action) => {
    const { inject, stepAndRead } = runInputNode('OnInputAction', { Action, Phase: 'Down' }, 'Value');
    inject({ kind: 'action', action: Action, value: 1 });
    expect(stepAndRead()).toEqual([['1']]);
  });
});

describe('GetInputAxis', () => {
  const readAxis = (Axis: string, ...inputs: InjectedInput[]) => {
    const { value, runtime } = evaluatePureNode('GetInputAxis', { Axis }, 'Value');
    const values = [value];
    runtime.execute('input.inject', { inputs });
    for (let step = 0; step < 2; step++) {
      runtime.step();
      values.push(runtime.port('watch.in.Value') ?? null);
    }
    return values;
  };

  test('follows keys, and opposite ones cancel each other', () => {
    expect(readAxis('Horizontal', createKeyDown('A'))).toEqual([0, -1, -1]);
    expect(readAxis('Horizontal', createKeyDown('ArrowRight'), createKeyDown('D'))).toEqual([0, 1, 1]);
    expect(readAxis('Vertical', createKeyDown('W'), createKeyDown('ArrowDown'))).toEqual([0, 0, 0]);
    expect(readAxis('Vertical', createKeyDown('S'))).toEqual([0, -1, -1]);
  });

  test('follows the mouse, and its wheel for one frame', () => {
    const mouseMove = { kind: 'mouseMove', x: 0.25, y: -1 } as const;
    expect(readAxis('MouseX', mouseMove)).toEqual([0, 0.25, 0.25]);
    expect(readAxis('MouseY', mouseMove)).toEqual([0, -1, -1]);
    const wheelTurn = { kind: 'mouseWheel', delta: 0.25 } as const;
    expect(readAxis('MouseWheel', wheelTurn, wheelTurn)).toEqual([0, 0.5, 0]);
    expect(readAxis('MouseWheel', wheelTurn, { kind: 'mouseWheel', delta: -100 })).toEqual([0, -1, 0]);
  });

  test('keeps an injected value until 0 is injected', () => {
    const setAxis = (value: number) => ({ kind: 'axis', axis: 'Horizontal', value }) as const;
    expect(readAxis('Horizontal', createKeyDown('D'), setAxis(-0.5))).toEqual([0, -0.5, -0.5]);
    expect(readAxis('Horizontal', createKeyDown('D'), setAxis(-0.5), setAxis(0))).toEqual([0, 1, 1]);
  });
});

describe('input', () => {
  test('is accepted as a whole or not at all, and never exceeds what graphs can receive between two steps', () => {
    const { inject, stepAndRead, runtime } = runInputNode('OnKey', { Key: 'Any', Phase: 'Down' }, 'KeyName');
    const repeatInput = (count: number) =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? createKeyDown('A') : createKeyUp('A')));
    inject(...repeatInput(998));
    expect(() => inject(createKeyDown('B'), createKeyDown('C'), createKeyDown('D'))).toThrow('1000 inputs');
    expect(inject(createKeyDown('B'), createKeyDown('C')).keys).toEqual(['B', 'C']);
    stepAndRead();
    inject(...repeatInput(1_000));
    runtime.step();
    expect(runtime.raised('graph.stopped')).toEqual([]);
  });

  test('accepts a limited number of input actions', () => {
    const { inject, stepAndRead } = runInputNode('OnKey', {}, 'KeyName');
    const actions = (from: number, count: number): InjectedInput[] =>
      Array.from({ length: count }, (_, index) => ({ kind: 'action', action: `a${from + index}`, value: 0 }));
    inject(...actions(0, 1_000));
    stepAndRead();
    expect(() => inject(createKeyDown('A'), ...actions(1_000, 1))).toThrow('1000 input actions');
    expect(inject(...actions(0, 10)).keys).toEqual([]);
  });
});

describe('OnMidiNote', () => {
  const createNote = (bytes: readonly [message: string, channel: number, data1: number, data2: number]) => {
    const [message, channel, data1, data2] = bytes;
    return { device: 'Loopback', message, channel, data1, data2 };
  };
  const readNote = (values: Record<string, Json>, output = 'Note') => {
    const { act, stepAndRead, runtime } = runInputNode('OnMidiNote', values, output);
    act('midi.send', createNote(['noteOn', 1, 60, 127]));
    act('midi.send', createNote(['noteOn', 2, 61, 0]));
    act('midi.send', createNote(['noteOff', 3, 62, 64]));
    act('midi.send', createNote(['controlChange', 1, 63, 1]));
    const [first] = stepAndRead();
    expect(runtime.raised('midi.input')).toEqual([]);
    return first;
  };

  test('fires in the frame after for notes on or off, without a subscription', () => {
    expect(readNote({})).toEqual(['60']);
    expect(readNote({ Phase: 'Off' })).toEqual(['61', '62']);
    expect(readNote({ Phase: 'Both' }, 'Velocity')).toEqual(['127', '0', '64']);
    expect(readNote({ Phase: 'Both' }, 'Normalized')?.[0]).toBe('1');
  });

  test('can be limited to a device and a channel', () => {
    expect(readNote({ Phase: 'Both', Channel: 3 })).toEqual(['62']);
    expect(readNote({ Phase: 'Both', Device: 'Loopback' })).toEqual(['60', '61', '62']);
    expect(readNote({ Phase: 'Both', Device: 'Keyboard' })).toEqual([]);
  });

  test('receives from every input while its graph runs', () => {
    const requestedInputs: unknown[] = [];
    const { runtime } = runInputNode('OnMidiNote', {}, 'Note', {
      scanPorts: () => undefined,
      setOpenInputs: (inputs) => requestedInputs.push(inputs),
      send() {},
      onEvent() {},
      close() {},
    });
    expect(requestedInputs).toEqual(['all']);
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(requestedInputs).toEqual(['all', []]);
  });
});

describe('OnMidiControl', () => {
  const readNote = (values: Record<string, Json>, output = 'Number') => {
    const { act, stepAndRead } = runInputNode('OnMidiControl', values, output);
    for (const [channel, data1, data2] of [
      [1, 0, 127],
      [2, 7, 0],
    ])
      act('midi.send', { device: 'Loopback', message: 'controlChange', channel, data1, data2 });
    act('midi.send', { device: 'Loopback', message: 'noteOn', channel: 1, data1: 7, data2: 1 });
    return stepAndRead()[0];
  };

  test('fires for one controller, or any, with its value', () => {
    expect(readNote({})).toEqual(['0', '7']);
    expect(readNote({ Controller: 0 }, 'Value')).toEqual(['127']);
    expect(readNote({ Controller: 7, Channel: 2 }, 'Normalized')).toEqual(['0']);
    expect(readNote({ Controller: 7, Channel: 1 })).toEqual([]);
    expect(readNote({ Device: 'Keyboard' })).toEqual([]);
  });
});

describe('SendMidi', () => {
  const send = (values: Record<string, Json>) => {
    const runtime = createTestRuntime();
    runtime.execute('action.run', { action: 'midi.subscribe', parameters: {} });
    runtime.run(
      createTestGraph(
        { start: 'Start', node: ['SendMidi', values], out: logNode('out'), failed: logNode('failed') },
        ['start.Out > node.In', 'node.Out > out.In', 'node.Failed > failed.In'],
      ),
    );
    runtime.step();
    return { messages: runtime.messages(), input: runtime.data('midi.input') };
  };

  test('sends, to the loopback device by default', () => {
    const { messages, input } = send({ Message: 'ControlChange', Channel: 2, Data1: 7, Data2: 9 });
    expect(messages).toEqual(['out']);
    expect(input).toMatchObject([{ message: 'controlChange', channel: 2, controller: 7, value: 9 }]);
  });

  test('fires Failed for a device that does not exist, and logs the reason', () => {
    const { messages, input } = send({ Device: 'Piano' });
    expect(messages).toEqual([expect.stringContaining("no MIDI output 'Piano'"), 'failed']);
    expect(input).toEqual([]);
  });
});
