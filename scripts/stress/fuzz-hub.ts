/**
 * Sends generated frames to the reference implementation's hub, and checks which connections the hub closes, and why.
 *
 * `npx tsx scripts/stress/fuzz-hub.ts [--frames n] [--seconds n] [--seed n]`
 */
import { openFuzzClient } from './fuzz-hub/fuzz-client.ts';
import { generateInvalidFrames, createFuzzRandom, generateValidFrames } from './fuzz-hub/generate-frames.ts';
import { fuzzReference } from './fuzz-reference.ts';
import { measureOwnMemory } from './measure-own-memory.ts';
import { runAsScript } from './run-as-script.ts';
import type { FuzzClient } from './fuzz-hub/fuzz-client.ts';

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

/** Fuzzes a hub that has no other clients. The same seed always generates the same frames. */
export const fuzzHub = async (
  target: { readonly url: string; readonly token: string },
  { frames, connections, seconds, seed }: HubFuzzOptions,
): Promise<HubFuzzOutcome> => {
  const chance = createFuzzRandom(seed);
  const deadline = performance.now() + seconds * 1000;
  const problems = new Map<string, string>();
  let sentCount = 0;
  let closed = 0;

  /** Returns the memory in use at the end. */
  const runUntil = async (goal: number): Promise<number> => {
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
      return openFuzzClient(target, Math.floor(index / 2) % 2 === 0 ? 'json' : 'messagepack');
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
    const { heapUsed, external } = await measureOwnMemory();
    return heapUsed + external;
  };
  const fillHistory = async () => {
    const client = await openFuzzClient(target, 'json');
    for (let batch = 0; batch < warmUpEvents.batches; batch += 1)
      await client.waitForCompletion(warmUpEvents.commands);
    await client.close();
  };

  await fillHistory();

  const warmMemory = await runUntil(frames / 5);
  const finalMemory = await runUntil(frames);
  const growth = finalMemory - warmMemory;
  if (growth > maxGrowthBytes) problems.set('memory', `memory in use has grown by ${growth} bytes`);
  return { sent: sentCount, closed, memory: [warmMemory, finalMemory], problems: [...problems.values()] };
};

await runAsScript(import.meta.url, { frames: 100_000, seconds: 300, seed: 'random' }, (options) =>
  fuzzReference((target) => fuzzHub(target, { ...options, connections: 100 })),
);
