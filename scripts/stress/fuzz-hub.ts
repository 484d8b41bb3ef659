/**
 * Sends generated frames to the reference implementation's hub, and checks which connections the hub closes, and why.
 */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import { openFuzzClient } from './fuzz-hub/fuzz-client.ts';
import { generateInvalidFrames, createFuzzRandom, generateValidFrames } from './fuzz-hub/generate-frames.ts';
import { parseWholeNumber } from '../parse-options.ts';
import type { FuzzClient } from './fuzz-hub/fuzz-client.ts';
import type { Encoding } from './fuzz-hub/generate-frames.ts';

interface HubFuzzOptions {
  /** Maximum number of frames. */
  readonly frames: number;
  /** Number of concurrent connections. Every second connection sends only valid frames. */
  readonly connections: number;
  /** Maximum duration in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

interface HubFuzzOutcome {
  readonly sent: number;
  /** Number of connections that were closed because of what they had sent. */
  readonly closed: number;
  /** Memory in use, in bytes, after the first fifth of the run and at the end, with all connections closed. */
  readonly memory: readonly number[];
  /** The first violation of each kind. */
  readonly problems: readonly string[];
}

/** Memory growth below this limit is noise. */
const maxGrowthBytes = 8 * 2 ** 20;

/** More events than the hub retains, so that its buffer is already full at the first memory measurement. */
const warmUpEvents = { batches: 25, commands: 500 };

const encodings: readonly Encoding[] = ['json', 'messagepack'];

/** Fuzzes a hub that has no other clients. The same seed always generates the same frames. */
export const fuzzHub = async (
  target: { readonly url: string; readonly token: string },
  { frames, connections, seconds, seed }: HubFuzzOptions,
): Promise<HubFuzzOutcome> => {
  const chance = createFuzzRandom(seed);
  const deadline = performance.now() + seconds * 1000;
  const problems = new Map<string, string>();
  const memory: number[] = [];
  let sentCount = 0;
  let closed = 0;

  const runUntil = async (goal: number) => {
    const clients: (FuzzClient | undefined)[] = Array.from({ length: connections });
    const validClient = await openFuzzClient(target, 'json');
    const check = async (index: number) => {
      const client = clients[index];
      if (client && !client.ended) return client;
      if (client) {
        closed += 1;
        const problem =
          index % 2 === 0
            ? `a connection with valid frames was closed: ${client.reason}`
            : client.closeProblem;
        if (problem !== undefined) problems.set(problem.slice(0, 40), `${problem} after ${client.last}`);
      }
      // biome-ignore lint/style/noNonNullAssertion: there are two encodings
      return openFuzzClient(target, encodings[Math.floor(index / 2) % 2]!);
    };
    while (sentCount < goal && performance.now() < deadline) {
      for (let index = 0; index < connections && sentCount < goal; index += 1) {
        const client = await check(index);
        clients[index] = client;
        const generateFrames = index % 2 === 0 ? generateValidFrames : generateInvalidFrames;
        for (const frame of generateFrames(chance, client.encoding)) {
          client.send(
            frame,
            generateFrames === generateValidFrames ||
              client.encoding === 'messagepack' ||
              chance.below(4) > 0,
          );
          sentCount += 1;
        }
      }
      await validClient
        .waitForCompletion()
        .catch((failure: Error) => problems.set('witness', failure.message));
    }
    await Promise.all([validClient, ...clients].map((client) => client?.close()));
    memory.push(await measureHeap());
  };
  const fillHistory = async () => {
    const client = await openFuzzClient(target, 'json');
    for (let batch = 0; batch < warmUpEvents.batches; batch += 1)
      await client.waitForCompletion(warmUpEvents.commands);
    await client.close();
  };

  await fillHistory();

  for (const goal of [frames / 5, frames]) await runUntil(goal);
  // biome-ignore lint/style/noNonNullAssertion: each run until a goal ends with a look at the memory
  const growth = memory.at(-1)! - memory[0]!;
  if (growth > maxGrowthBytes) problems.set('memory', `memory in use has grown by ${growth} bytes`);
  return { sent: sentCount, closed, memory, problems: [...problems.values()] };
};

/** Measures the heap after a garbage collection. */
const measureHeap = async (): Promise<number> => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 5; round += 1) {
    await setImmediate();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { frames: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } },
  });
  const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
  const served = await serveFault();
  try {
    const outcome = await fuzzHub(served, {
      frames: parseWholeNumber(values, 'frames', 100_000),
      connections: 100,
      seconds: parseWholeNumber(values, 'seconds', 300),
      seed,
    });
    for (const problem of outcome.problems) process.stdout.write(`${problem}\n`);
    for (const failure of served.failures)
      process.stdout.write(`the service logged: ${JSON.stringify(failure)}\n`);
    const [before, after] = outcome.memory.map((bytes) => (bytes / 2 ** 20).toFixed(1));
    process.stdout.write(
      `${outcome.sent} frames, ${outcome.closed} connections closed, ${before} MiB in use after the first fifth, ` +
        `${after} MiB at the end, ${outcome.problems.length} problems, seed ${seed}\n`,
    );
    return outcome.problems.length + served.failures.length === 0 ? 0 : 1;
  } finally {
    await served.close();
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
