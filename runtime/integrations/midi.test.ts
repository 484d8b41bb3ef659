import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createMidiDevice } from '../devices/midi/midi-device.ts';
import { createFakeMidiLibrary } from '../devices/midi/testing-midi-library.ts';
import { createTestRuntime, logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { createInProcessLink } from '../link/in-process-link.ts';

/** Creates a runtime with fake MIDI ports, and methods that use this runtime in the same way as the service does. */
const createTestMidi = () => {
  const fake = createFakeMidiLibrary();
  let loadCount = 0;
  const device = createMidiDevice({
    loadLibrary: async () => {
      loadCount += 1;
      return fake.library;
    },
    startInterval: () => () => {},
  });
  const runtime = createTestRuntime({ devices: { midi: device } });
  const link = createInProcessLink(runtime.target);
  const act = async (action: string, parameters: Record<string, unknown> = {}) =>
    (await link.request('action.run', { action, parameters })).result;
  return { fake, runtime, link, act, loadCount: () => loadCount };
};

const noteOnMessage = { message: 'noteOn', channel: 1, data1: 60, data2: 100 };

describe('the ports of the machine', () => {
  test('are listed for the first request', async () => {
    const requests = [
      ({ act }) => act('midi.devices'),
      ({ act }) => act('midi.subscribe', { device: 'Keyboard' }),
      ({ act }) => act('midi.send', { ...noteOnMessage, device: 'Synth' }),
      ({ act }) => act('midi.panic', { device: 'Synth' }),
      async ({ link }) =>
        expect((await link.request('discovery.list', { dataType: 'midi-devices' })).items).toHaveLength(3),
    ] satisfies ((set: ReturnType<typeof createTestMidi>) => Promise<unknown>)[];
    for (const request of requests) {
      const set = createTestMidi();
      await request(set);
      expect(await set.act('midi.devices')).toMatchObject({
        inputs: [{ name: 'Loopback' }, { name: 'Keyboard' }],
        outputs: [{ name: 'Loopback' }, { name: 'Synth' }],
      });
      expect(set.loadCount()).toBe(1);
    }
  });

  test('are not scanned for commands that do not need them', async () => {
    const { act, link, loadCount } = createTestMidi();
    await act('midi.send', { ...noteOnMessage, device: 'Loopback' });
    await act('midi.subscribe', { device: 'Loopback' });
    await act('time.get');
    await link.request('discovery.list', { dataType: 'input-action' });
    await link.request('graph.load', { graph: createTestGraph({ start: 'Start' }) });
    expect(loadCount()).toBe(0);
  });

  test('are available in the first frame of a graph that sends', async () => {
    const { fake, runtime, link } = createTestMidi();
    const graph = createTestGraph(
      { start: 'Start', send: ['SendMidi', { Device: 'Synth', Data1: 60, Data2: 1 }] },
      ['start.Out > send.In'],
    );
    await link.request('graph.load', { graph });
    await link.request('graph.run', { graphId: 'graph' });
    runtime.step();
    await turn();
    expect([fake.sentMessages, runtime.messages()]).toEqual([[['Synth', 0x90, 60, 1]], []]);
  });

  test('deliver messages to a graph only while it listens and runs', async () => {
    const { fake, runtime, link } = createTestMidi();
    const graph = createTestGraph({ note: 'OnMidiNote', log: logNode('heard') }, ['note.Out > log.In']);
    await link.request('graph.load', { graph });
    expect(fake.opened()).toEqual([]);
    await link.request('graph.run', { graphId: 'graph' });
    await turn();
    fake.receive('Keyboard', 0x90, 60, 100);
    await turn();
    runtime.step();
    expect([fake.opened(), runtime.messages(), runtime.raised('midi.input')]).toEqual([
      ['Keyboard'],
      ['heard'],
      [],
    ]);
    await link.request('graph.stop', { graphId: 'graph' });
    expect(fake.opened()).toEqual([]);
  });

  test('limit 10,000 messages to 256 events and one console line', async () => {
    const { fake, runtime, act } = createTestMidi();
    await act('midi.subscribe');
    await turn();
    for (let count = 0; count < 10_000; count++) fake.receive('Keyboard', 0xf8);
    await turn();
    runtime.step(200);
    expect(runtime.data('midi.input')).toHaveLength(256);
    expect(runtime.messages()).toEqual([expect.stringContaining('9744 were left out')]);
  });
});
