import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { createFairSocketReader, readWebSocketFairly, type FairSocketReader } from './fair-socket-reader.ts';

let testReader: FairSocketReader;
/** The time of the test clock, which advances by a millisecond with each slice. */
let nowMs: number;
let endOfTurnTasks: (() => void)[];
let handledNames: string[];

/** Runs the work scheduled for the end of the event-loop turn, and the stream events that follow. */
const runEndOfTurn = async (): Promise<void> => {
  for (const run of endOfTurnTasks.splice(0)) run();
  await new Promise((resolve) => setImmediate(resolve));
};

/** Creates the reading side of a WebSocket and records what the WebSocket receives. */
const openTestSocket = (name: string) => {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const webSocket = Object.assign(new EventEmitter(), { isPaused: false });
  const received: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    nowMs += 1;
    handledNames.push(name);
    received.push(chunk);
  });
  readWebSocketFairly(testReader, webSocket, stream);
  return { stream, webSocket, text: () => Buffer.concat(received).toString() };
};

beforeEach(() => {
  [nowMs, endOfTurnTasks, handledNames] = [0, [], []];
  testReader = createFairSocketReader({
    now: () => nowMs,
    atEndOfTurn: (run) => void endOfTurnTasks.push(run),
  });
});

const createFrames = (bytes: number): string =>
  Array.from({ length: bytes / 10 }, (_, index) => String(index).padStart(10)).join('');

it('delivers a large read completely and in order, one part per turn', async () => {
  const { stream, text } = openTestSocket('a');
  const frames = createFrames(60_000);
  await runEndOfTurn();
  stream.push(frames);
  expect(handledNames.length).toBeGreaterThan(0);
  expect(handledNames.length).toBeLessThan(12);
  for (let turn = 0; turn < 10; turn += 1) await runEndOfTurn();
  expect(text()).toBe(frames);
  stream.push('more');
  await runEndOfTurn();
  expect(text()).toBe(`${frames}more`);
});

it('shares turns between busy connections, and delays others by at most one turn', async () => {
  const all = ['a', 'b', 'c'].map(openTestSocket);
  const little = openTestSocket('little');
  await runEndOfTurn();
  for (const { stream } of all) stream.push(createFrames(60_000));
  little.stream.push('x');
  expect(handledNames.length).toBeLessThan(12);
  await runEndOfTurn();
  expect(handledNames).toContain('little');
  for (const name of ['a', 'b', 'c']) expect(handledNames).toContain(name);
  for (let turn = 0; turn < 40; turn += 1) await runEndOfTurn();
  expect(all.map(({ text }) => text().length)).toEqual([60_000, 60_000, 60_000]);
});

it('reads nothing from a paused WebSocket until it is resumed', async () => {
  const { stream, webSocket, text } = openTestSocket('a');
  stream.once('data', () => {
    webSocket.isPaused = true;
    stream.pause();
  });
  stream.push(createFrames(60_000));
  for (let turn = 0; turn < 3; turn += 1) await runEndOfTurn();
  expect(handledNames).toHaveLength(1);
  webSocket.isPaused = false;
  stream.resume();
  for (let turn = 0; turn < 20; turn += 1) await runEndOfTurn();
  expect(text()).toBe(createFrames(60_000));
});

it('ends a stream after all of its data', async () => {
  const { stream, text } = openTestSocket('a');
  let lengthAtEnd: number | undefined;
  stream.on('end', () => {
    lengthAtEnd = text().length;
  });
  stream.push(createFrames(60_000));
  stream.push(null);
  for (let turn = 0; turn < 20; turn += 1) await runEndOfTurn();
  expect(lengthAtEnd).toBe(60_000);
});

it('ignores a WebSocket that has failed', async () => {
  const { stream, webSocket } = openTestSocket('a');
  stream.push(createFrames(60_000));
  const before = handledNames.length;
  webSocket.emit('error', new Error('no WebSocket'));
  for (let turn = 0; turn < 3; turn += 1) await runEndOfTurn();
  expect(handledNames).toHaveLength(before);
  expect(stream.readableLength).toBe(0);
});
