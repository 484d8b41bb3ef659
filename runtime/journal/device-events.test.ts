import { expect, test } from 'vitest';
import { createTestGraph } from '../engine/testing-runtime.ts';
import { type MidiDeviceEvent, noMidi } from '../integrations/midi.ts';
import { createFakeProcesses } from '../integrations/testing-processes.ts';
import { createRecordedTestRuntime, replayJournalText } from './testing-recorded-runtime.ts';

test('a replay has the same device events and injected input, without the devices', () => {
  let emit: (event: MidiDeviceEvent) => void = () => {};
  const recorded = createRecordedTestRuntime({
    devices: {
      midi: {
        ...noMidi,
        onEvent(listener) {
          emit = listener;
        },
      },
    },
  });
  const { act, run, runtime, end } = recorded;
  emit({ kind: 'ports', inputs: ['Keyboard'], outputs: ['Synth'] });
  emit({ kind: 'trouble', message: 'The Synth is warm.' });
  act('midi.subscribe', { device: 'Keyboard' });
  run(
    createTestGraph({ note: 'OnMidiNote', key: 'OnKey', send: 'SendMidi', log: 'LogConsole' }, [
      'note.Out > send.In',
      'key.Out > log.In',
      'key.KeyName > log.Message',
    ]),
  );
  runtime.step();
  emit({ kind: 'came', packets: [{ device: 'Keyboard', bytes: [0x90, 60, 100] }], leftOut: 3 });
  runtime.execute('input.inject', { inputs: [{ kind: 'key', key: 'A', phase: 'down' }] });
  runtime.step(3);
  act('midi.send', { device: 'Synth', message: 'noteOn', channel: 1, data1: 1, data2: 1 });
  act('midi.send', { device: 'Loopback', message: 'noteOn', channel: 1, data1: 1, data2: 1 });
  runtime.step();
  const outcome = replayJournalText(end());
  expect(outcome).toMatchObject({ agrees: true, firstDifference: null, ticks: 5 });
});

test('a graph that starts a program does the same in a replay without the program', async () => {
  const { device, load, write, exit } = createFakeProcesses();
  const { run, runtime, end } = createRecordedTestRuntime({ devices: { processes: device } });
  run(
    createTestGraph({ start: 'Start', node: ['StartProcess', { Path: 'lights' }], log: 'LogConsole' }, [
      'start.Out > node.In',
      'node.Exited > log.In',
      'node.ExitCode > log.Message',
    ]),
  );
  runtime.step();
  await new Promise(setImmediate);
  runtime.step();
  load(101);
  write(101, ['ready'], 5);
  runtime.step();
  exit(101, 7);
  runtime.step(2);
  expect(replayJournalText(end())).toMatchObject({ agrees: true, firstDifference: null, ticks: 5 });
});
