import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFakeMidiLibrary } from './testing-midi-library.ts';
import { createMidiDevice } from './midi-device.ts';
import type { MidiDeviceEvent } from '../../integrations/midi.ts';

/** Creates a device with a fake library. The test itself triggers the periodic scans. */
const createTestDevice = (load?: () => Promise<never>) => {
  const fake = createFakeMidiLibrary();
  const events: MidiDeviceEvent[] = [];
  const intervalTasks: (() => void)[] = [];
  let time = 0;
  let loadCount = 0;
  const device = createMidiDevice({
    loadLibrary: () => {
      loadCount += 1;
      return load?.() ?? Promise.resolve(fake.library);
    },
    startInterval: (task) => {
      intervalTasks.push(task);
      return () => intervalTasks.splice(intervalTasks.indexOf(task), 1);
    },
    now: () => time,
  });
  device.onEvent((event) => events.push(event));
  return {
    ...{ fake, events, device, intervalTasks },
    loadCount: () => loadCount,
    /** Runs the periodic scan. */
    async triggerScan() {
      time += 2_000;
      for (const task of intervalTasks) task();
      await turn();
    },
  };
};

const portsEvent = { kind: 'ports', inputs: ['Keyboard'], outputs: ['Synth'] };

describe('the MIDI ports of a machine', () => {
  test('are scanned on demand, and reported when they change', async () => {
    const { device, events, fake, loadCount, triggerScan } = createTestDevice();
    await turn();
    expect([loadCount(), events]).toEqual([0, []]);
    await Promise.all([device.scanPorts(), device.scanPorts()]);
    expect(device.scanPorts()).toBeUndefined();
    device.setOpenInputs(['Keyboard']);
    await triggerScan();
    fake.ports.inputs.push('Pads');
    await triggerScan();
    expect([loadCount(), events]).toEqual([1, [portsEvent, { ...portsEvent, inputs: ['Keyboard', 'Pads'] }]]);
  });

  test('with the same name are numbered', async () => {
    const { device, events, fake } = createTestDevice();
    fake.ports.inputs = ['Pad', 'Pad', 'Pad (2)', 'Pad'];
    await device.scanPorts();
    expect(events).toEqual([{ ...portsEvent, inputs: ['Pad', 'Pad (2)', 'Pad (2) (2)', 'Pad (3)'] }]);
  });

  test('are none when the library is missing or broken, which is reported once', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    for (const [failure, reason] of [
      [missing, 'it is not installed'],
      [new Error('Failed to initialise RtMidi'), 'Failed to initialise RtMidi'],
    ] as const) {
      const { device, events, loadCount, triggerScan } = createTestDevice(() => Promise.reject(failure));
      await device.scanPorts();
      device.setOpenInputs('all');
      device.send('Synth', [0x90, 1, 2]);
      await triggerScan();
      const message = `Only the built-in MIDI device is available, because '@julusian/midi' cannot be used: ${reason}.`;
      expect([loadCount(), events]).toEqual([
        1,
        [
          { kind: 'trouble', message },
          { kind: 'ports', inputs: [], outputs: [] },
        ],
      ]);
    }
  });

  test('are none when the real library is absent or finds no sequencer', async () => {
    const device = createMidiDevice();
    const kinds: string[] = [];
    device.onEvent(({ kind }) => kinds.push(kind));
    await device.scanPorts();
    device.close();
    expect(kinds.at(-1)).toBe('ports');
  });
});

describe('MIDI inputs', () => {
  test('are only open while somebody listens', async () => {
    const { device, fake, intervalTasks } = createTestDevice();
    fake.ports.inputs = ['Keyboard', 'Pads'];
    device.setOpenInputs(['Pads']);
    await turn();
    expect([fake.opened(), fake.ignoredTypes, intervalTasks.length]).toEqual([
      ['Pads'],
      [[false, false, true]],
      1,
    ]);
    device.setOpenInputs('all');
    await turn();
    expect(fake.opened()).toEqual(['Pads', 'Keyboard']);
    device.setOpenInputs([]);
    expect([fake.opened(), intervalTasks.length]).toEqual([[], 0]);
  });

  test('are opened when they appear, closed when they disappear, and reopened when they come back', async () => {
    const { device, fake, triggerScan } = createTestDevice();
    fake.ports.inputs = [];
    device.setOpenInputs('all');
    await turn();
    const openedInputs = [fake.opened()];
    for (const inputs of [['Pads'], [], ['Pads']]) {
      fake.ports.inputs = inputs;
      await triggerScan();
      openedInputs.push(fake.opened());
    }
    expect(openedInputs).toEqual([[], ['Pads'], [], ['Pads']]);
  });

  test('deliver all complete messages at once, from any fragments', async () => {
    const { device, fake, events } = createTestDevice();
    fake.ports.inputs = ['Keyboard', 'Pads'];
    device.setOpenInputs('all');
    await turn();
    fake.receive('Keyboard', 0x90, 60);
    fake.receive('Pads', 0x99, 36, 127);
    fake.receive('Keyboard', 100, 60, 0);
    await turn();
    expect(events.slice(1)).toEqual([
      {
        kind: 'came',
        packets: [
          { device: 'Pads', bytes: [0x99, 36, 127] },
          { device: 'Keyboard', bytes: [0x90, 60, 100] },
          { device: 'Keyboard', bytes: [0x90, 60, 0] },
        ],
        leftOut: 0,
      },
    ]);
  });

  test('that are flooded deliver messages up to the limit, and count the others', async () => {
    const { device, fake, events } = createTestDevice();
    device.setOpenInputs('all');
    await turn();
    for (let count = 0; count < 10_000; count++) fake.receive('Keyboard', 0x90, 60, 100);
    await turn();
    fake.receive('Keyboard', 0x80, 60, 0);
    await turn();
    const [flood, after] = events.slice(1);
    expect(flood).toMatchObject({ kind: 'came', leftOut: 10_000 - 256 });
    expect(flood?.kind === 'came' && flood.packets.length).toBe(256);
    expect(after).toMatchObject({ packets: [{ bytes: [0x80, 60, 0] }], leftOut: 0 });
  });

  test('that cannot be opened are reported once, and not retried until they reappear', async () => {
    const { device, fake, events, triggerScan } = createTestDevice();
    fake.failingPorts.add('Keyboard');
    device.setOpenInputs('all');
    await triggerScan();
    const createdBefore = fake.createdCount();
    await triggerScan();
    const failureEvent = {
      kind: 'trouble',
      message: "The MIDI input 'Keyboard' cannot be opened: it is in use.",
    };
    expect([events, fake.createdCount()]).toEqual([[failureEvent, portsEvent], createdBefore]);
    fake.failingPorts.clear();
    fake.ports.inputs = ['Pads', 'Keyboard'];
    await triggerScan();
    expect(fake.opened()).toEqual(['Pads', 'Keyboard']);
  });

  test('report nothing after they are closed', async () => {
    const { device, fake, events } = createTestDevice();
    device.setOpenInputs('all');
    await turn();
    fake.receive('Keyboard', 0x90, 60, 100);
    device.close();
    fake.receive('Keyboard', 0x90, 61, 100);
    await turn();
    expect([events, fake.opened(), fake.remainingCount()]).toEqual([[portsEvent], [], 0]);
  });
});

describe('MIDI outputs', () => {
  test('are opened by their first message, and get all messages in order', async () => {
    const { device, fake } = createTestDevice();
    fake.ports.outputs = ['Synth', 'Lights'];
    await device.scanPorts();
    device.send('Lights', [0x90, 1, 2]);
    device.send('Synth', [0xc0, 3]);
    device.send('Lights', [0x80, 1, 0]);
    await turn();
    expect([fake.sentMessages, fake.createdCount()]).toEqual([
      [
        ['Lights', 0x90, 1, 2],
        ['Synth', 0xc0, 3],
        ['Lights', 0x80, 1, 0],
      ],
      4,
    ]);
    device.close();
    await turn();
    expect([fake.sentMessages.slice(3), fake.remainingCount()]).toEqual([
      [['Lights closed'], ['Synth closed']],
      0,
    ]);
  });

  test('that cannot be opened are reported once', async () => {
    const { device, fake, events } = createTestDevice();
    await device.scanPorts();
    fake.failingPorts.add('Synth');
    const createdBefore = fake.createdCount();
    for (const note of [1, 2]) device.send('Synth', [0x90, note, 2]);
    await turn();
    const message = "The MIDI output 'Synth' cannot be opened: it is in use.";
    expect([events, fake.createdCount(), fake.remainingCount()]).toEqual([
      [portsEvent, { kind: 'trouble', message }],
      createdBefore + 1,
      createdBefore,
    ]);
  });

  test('that fail later are reported once, and retried with every message', async () => {
    const { device, fake, events } = createTestDevice();
    await device.scanPorts();
    device.send('Synth', [0x90, 1, 2]);
    await turn();
    fake.failingPorts.add('Synth');
    for (const note of [2, 3]) device.send('Synth', [0x90, note, 2]);
    await turn();
    fake.failingPorts.clear();
    device.send('Synth', [0x90, 4, 2]);
    await turn();
    expect(events.slice(1)).toEqual([
      { kind: 'trouble', message: "The MIDI output 'Synth' rejected a message: it is gone." },
    ]);
    expect(fake.sentMessages.map(([, , note]) => note)).toEqual([1, 4]);
  });

  test('are found by name, even if their number has changed', async () => {
    const { device, fake } = createTestDevice();
    fake.ports.outputs = ['Synth', 'Lights'];
    await device.scanPorts();
    fake.ports.outputs = ['Lights'];
    device.send('Lights', [0xf8]);
    await turn();
    expect(fake.sentMessages).toEqual([['Lights', 0xf8]]);
  });
});
