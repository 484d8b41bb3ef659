import { describe, expect, test } from 'vitest';
import { type MidiDeviceEvent, type MidiPacket, noMidi } from '../integrations/midi.ts';
import { createTestRuntime as createRuntime } from '../engine/testing-runtime.ts';
import { createActionTestRuntime } from './testing-actions.ts';

const noteOn = { device: 'Loopback', message: 'noteOn', data1: 60, data2: 100 };

/** Creates a runtime whose MIDI ports are controlled by the test. */
const createMidiTestRuntime = () => {
  let notify: (event: MidiDeviceEvent) => void = () => {};
  const openedInputs: unknown[] = [];
  const sent: unknown[] = [];
  const midi = {
    scanPorts: () => undefined,
    setOpenInputs: (inputs: unknown) => openedInputs.push(inputs),
    send: (...message: unknown[]) => sent.push(message),
    onEvent(listener: typeof notify) {
      notify = listener;
    },
    close() {},
  };
  const runtime = createRuntime({ devices: { midi } });
  notify({ kind: 'ports', inputs: ['Keyboard', 'Pads'], outputs: ['Synth'] });
  return {
    ...{ runtime, openedInputs, sent },
    act: (action: string, parameters: Record<string, unknown> = {}) =>
      runtime.execute('action.run', { action, parameters: { channel: undefined, ...parameters } }).result,
    receive: (packets: readonly MidiPacket[], droppedCount = 0) =>
      notify({ kind: 'came', packets, leftOut: droppedCount }),
  };
};

/** Converts incoming bytes to the data of the event that these bytes raise. */
const toMidiEventData = (...bytes: number[]) => {
  const { act, receive, runtime } = createMidiTestRuntime();
  act('midi.subscribe');
  receive([{ device: 'Keyboard', bytes }]);
  const [data, ...remaining] = runtime.data('midi.input');
  expect(remaining).toEqual([]);
  return data;
};

describe('midi.devices', () => {
  test('lists the loopback device before the ports of the machine', () => {
    const loopback = { name: 'Loopback', isVirtual: true };
    const createPort = (name: string) => ({ name, isVirtual: false });
    expect(createActionTestRuntime().act('midi.devices')).toEqual({
      inputs: [loopback],
      outputs: [loopback],
    });
    expect(createMidiTestRuntime().act('midi.devices')).toEqual({
      inputs: [loopback, createPort('Keyboard'), createPort('Pads')],
      outputs: [loopback, createPort('Synth')],
    });
  });
});

describe('midi.send', () => {
  test('returns what is sent to the loopback device as input', () => {
    const { act, events } = createActionTestRuntime();
    act('midi.subscribe');
    expect(act('midi.send', noteOn)).toEqual({ sent: true });
    expect(events).toEqual([
      {
        type: 'midi.input',
        data: {
          ...{ device: 'Loopback', message: 'noteOn', channel: 1, data1: 60, data2: 100 },
          ...{ note: 60, velocity: 100, raw: [0x90, 60, 100] },
        },
        object: undefined,
      },
    ]);
  });

  test('writes every message in the MIDI format', () => {
    const { act, sent } = createMidiTestRuntime();
    for (const message of ['noteOn', 'noteOff', 'controlChange', 'programChange', 'pitchBend'])
      act('midi.send', { device: 'Synth', message, channel: 16, data1: 1, data2: 2 });
    expect(sent).toEqual([
      ['Synth', [0x9f, 1, 2]],
      ['Synth', [0x8f, 1, 2]],
      ['Synth', [0xbf, 1, 2]],
      ['Synth', [0xcf, 1]],
      ['Synth', [0xef, 1, 2]],
    ]);
  });

  test('rejects unknown devices, with suggestions', () => {
    const { failure } = createActionTestRuntime();
    expect(failure('midi.send', { ...noteOn, device: 'loopbak' })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { parameter: 'device', nearest: ['Loopback'], validOptions: ['Loopback'] },
    });
    for (const invalid of [
      { channel: 0 },
      { channel: 17 },
      { data1: 128 },
      { data2: -1 },
      { message: 'sysex' },
    ])
      expect(failure('midi.send', { ...noteOn, ...invalid }).code).toBe('INVALID_PARAMETERS');
  });
});

describe('midi.input', () => {
  test('decodes each message', () => {
    const at = { device: 'Keyboard', channel: 3 };
    expect(toMidiEventData(0x92, 60, 0)).toMatchObject({ ...at, message: 'noteOff', note: 60, velocity: 0 });
    expect(toMidiEventData(0x82, 60, 9)).toMatchObject({ ...at, message: 'noteOff', note: 60, velocity: 9 });
    expect(toMidiEventData(0xa2, 60, 9)).toMatchObject({ ...at, message: 'aftertouch', note: 60, value: 9 });
    expect(toMidiEventData(0xb2, 7, 9)).toMatchObject({
      ...at,
      message: 'controlChange',
      controller: 7,
      value: 9,
    });
    expect(toMidiEventData(0xc2, 7)).toEqual({
      ...at,
      message: 'programChange',
      program: 7,
      data1: 7,
      raw: [0xc2, 7],
    });
    expect(toMidiEventData(0xd2, 7)).toMatchObject({ ...at, message: 'channelAftertouch', value: 7 });
    expect(toMidiEventData(0xe2, 0, 64)).toMatchObject({ ...at, message: 'pitchBend', value: 0 });
    expect(toMidiEventData(0xe2, 0, 0)).toMatchObject({ ...at, message: 'pitchBend', value: -8192 });
    expect(toMidiEventData(0xe2, 127, 127)).toMatchObject({ ...at, message: 'pitchBend', value: 8191 });
    expect(toMidiEventData(0xf2, 1, 1)).toEqual({
      ...{ device: 'Keyboard', message: 'songPosition', value: 129, data1: 1, data2: 1, raw: [0xf2, 1, 1] },
    });
    expect(toMidiEventData(0xf0, 1, 2, 0xf7)).toEqual({
      ...{ device: 'Keyboard', message: 'sysex', raw: [0xf0, 1, 2, 0xf7] },
    });
  });

  test.each([
    ['timeCode', [0xf1, 5]],
    ['songSelect', [0xf3, 5]],
    ['tuneRequest', [0xf6]],
    ['clock', [0xf8]],
    ['start', [0xfa]],
    ['continue', [0xfb]],
    ['stop', [0xfc]],
    ['reset', [0xff]],
  ])('reports %s, which has no channel', (message, raw) => {
    expect(toMidiEventData(...raw)).toMatchObject({ device: 'Keyboard', message, raw });
    expect(toMidiEventData(...raw)).not.toHaveProperty('channel');
  });

  test('comes once per message, however many subscriptions match, and not for other messages', () => {
    const { act, receive, runtime } = createMidiTestRuntime();
    for (const selection of [
      { device: 'Pads' },
      { device: 'Pads', messages: ['noteOn'] },
      { channel: 2 },
      { messages: ['clock', 'sysex'] },
    ])
      act('midi.subscribe', selection);
    const openedInputs = ['Keyboard', 'Pads'].flatMap((device) =>
      [[0x90, 1, 1], [0x81, 1, 1], [0xf8], [0xfa], [0xfe]].map((bytes) => ({ device, bytes })),
    );
    receive(openedInputs);
    expect(runtime.data('midi.input').map(({ device, message }) => `${device} ${message}`)).toEqual([
      'Keyboard noteOff',
      'Keyboard clock',
      'Pads noteOn',
      'Pads noteOff',
      'Pads clock',
      'Pads start',
    ]);
  });
});

describe('subscriptions', () => {
  test('open the inputs that they name, or all of them, and close them at their end', () => {
    const { act, openedInputs } = createMidiTestRuntime();
    const ids = [{ device: 'Pads' }, { device: 'Loopback' }, { channel: 1 }, { device: 'Keyboard' }].map(
      (selection) => act('midi.subscribe', selection).subscriptionId,
    );
    expect(new Set(ids).size).toBe(4);
    expect(act('midi.unsubscribe', { subscriptionId: ids[2] })).toEqual({ count: 1 });
    expect(act('midi.unsubscribe', { subscriptionId: ids[2] })).toEqual({ count: 0 });
    expect(act('midi.unsubscribe', { subscriptionId: ids[0], device: 'Keyboard' })).toEqual({ count: 0 });
    expect(act('midi.unsubscribe', { device: 'Keyboard' })).toEqual({ count: 1 });
    expect(act('midi.unsubscribe')).toEqual({ count: 2 });
    expect(openedInputs).toEqual([['Pads'], 'all', ['Keyboard', 'Pads'], ['Pads'], []]);
  });

  test('must name existing inputs, and are limited in number', () => {
    const { act, failure } = createActionTestRuntime();
    expect(failure('midi.subscribe', { device: 'Synth' }).details).toMatchObject({ parameter: 'device' });
    for (let count = 0; count < 1_000; count++) act('midi.subscribe');
    expect(failure('midi.subscribe').code).toBe('ACTION_FAILED');
    expect(act('midi.unsubscribe')).toEqual({ count: 1_000 });
  });
});

describe('midi.panic', () => {
  test('silences every channel of an output, or of all', () => {
    const { act, sent } = createMidiTestRuntime();
    expect(act('midi.panic', { device: 'Synth' })).toEqual({ devices: ['Synth'] });
    expect(sent).toHaveLength(48);
    for (let channel = 0; channel < 16; channel++)
      for (const controller of [64, 120, 123])
        expect(sent).toContainEqual(['Synth', [0xb0 + channel, controller, 0]]);
    expect(act('midi.panic')).toEqual({ devices: ['Loopback', 'Synth'] });
    expect(sent).toHaveLength(96);
    expect(() => act('midi.panic', { device: 'Piano' })).toThrow("There is no MIDI output 'Piano'");
  });
});

describe('a flood', () => {
  const clock = { device: 'Keyboard', bytes: [0xf8] };

  test('is accepted up to a limit between two steps, and reported once a second', () => {
    const { act, receive, runtime } = createMidiTestRuntime();
    act('midi.subscribe');
    runtime.step();
    for (let second = 0; second < 2; second++) {
      for (let step = 0; step < 60; step++) {
        receive(Array.from({ length: 300 }, () => clock));
        runtime.step();
      }
    }
    expect(runtime.data('midi.input')).toHaveLength(120 * 256);
    const lines = runtime.messages();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('44 were left out');
    expect(lines[1]).toContain(`${60 * 44} were left out`);
    runtime.step(120);
    expect(runtime.messages()[2]).toContain(`${59 * 44} were left out`);
    runtime.step(120);
    expect(runtime.messages()).toHaveLength(3);
  });

  test('that the device has already limited is reported as well', () => {
    const { receive, runtime } = createMidiTestRuntime();
    receive([clock], 9_744);
    runtime.step();
    expect(runtime.messages()).toEqual([expect.stringContaining('9744 were left out')]);
  });
});

test('a failure of a device is reported on the console', () => {
  let notify: (event: MidiDeviceEvent) => void = () => {};
  const runtime = createRuntime({
    devices: {
      midi: {
        ...noMidi,
        onEvent(listener) {
          notify = listener;
        },
      },
    },
  });
  notify({ kind: 'trouble', message: 'It is on fire.' });
  expect(runtime.data('console.log')).toMatchObject([{ severity: 'warning', message: 'It is on fire.' }]);
});
