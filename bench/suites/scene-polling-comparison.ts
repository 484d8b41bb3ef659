import { setTimeout as wait } from 'node:timers/promises';
import { JobError } from '../harness/candidate.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { measureCpu } from './server-cpu.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

const pollsPerSecond = 30;

/** Measures the cost of showing the scene to a viewer, as CPU time relative to the length of a frame. */
export const compareScenePolling = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'scene/shown',
    title: 'A scene of 1,000 moving cubes, shown 30 times a second',
    note: `Each cube has a tween that never ends. GET /api/scene/changes is called ${pollsPerSecond} times a second for the changes since the last response, as the live page does. The CPU time of the server in the same time without a viewer is subtracted.`,
    isLong: true,
    reference: 'somebody looks',
    metrics: [
      { key: 'share', label: 'of each frame', unit: '%', better: 'lower' },
      { key: 'bytes', label: 'an answer', unit: 'B' },
    ],
    candidates: createCandidatesPerTarget(context, (targetContext) => [
      createPollingCandidate(targetContext),
    ]),
  });

const createPollingCandidate = ({ target, plan }: SuiteContext): Candidate => {
  const tags = Array.from({ length: plan.quick ? 10 : 1_000 }, (_, index) => `bench-shown-${index}`);
  const ms = plan.quick ? 600 : 750;
  return {
    name: 'somebody looks',
    role: 'target',
    async open() {
      for (const [index, tag] of tags.entries()) await spawnMovingObject(target, tag, index);
    },
    async round() {
      const idle = await measureCpu(target.pid, () => wait(ms));
      const polling = await measureCpu(target.pid, () => pollSceneChanges(target, ms));
      const { bytes, moved } = polling.result;
      // A cube stands still for a moment when its tween reverses.
      if (moved < tags.length / 2) throw new JobError(`${moved} of ${tags.length} cubes have moved`);
      return { share: ((polling.cpuMs - idle.cpuMs) / ms) * 100, bytes };
    },
    async close() {
      for (const tag of tags)
        await target.call('POST', '/api/actions/scene/objects/destroy', { object: tag });
    },
  };
};

const spawnMovingObject = async (target: Target, tag: string, index: number): Promise<void> => {
  const position = { x: index % 50, y: 30, z: Math.floor(index / 50) };
  await target.call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube', tag, position });
  await target.call('POST', '/api/actions/tween/position', {
    ...{ object: tag, position: { ...position, y: 40 }, time: 1 + (index % 7) / 10, loops: -1, yoyo: true },
  });
};

interface PollResult {
  /** Size of a response in bytes. */
  readonly bytes: number;
  readonly moved: number;
}

/**
 * Polls at a steady rate. A late response delays the following requests.
 * @returns the response that moved the most objects
 */
const pollSceneChanges = async (target: Target, ms: number): Promise<PollResult> => {
  const end = performance.now() + ms;
  let [mark] = await readSceneChanges(target);
  let largest: PollResult = { bytes: 0, moved: 0 };
  for (let dueAt = performance.now(); dueAt < end; ) {
    const [next, polled] = await readSceneChanges(target, mark);
    mark = next;
    // A response that arrives within the same tick contains no changes.
    if (polled.moved > largest.moved) largest = polled;
    dueAt = Math.max(dueAt + 1000 / pollsPerSecond, performance.now());
    await wait(dueAt - performance.now());
  }
  return largest;
};

/**
 * Reads the changes since the last request.
 * @returns the mark for the next request, and the size of the response
 */
const readSceneChanges = async (
  { address, token }: Target,
  since?: number,
): Promise<[number, PollResult]> => {
  const query = since === undefined ? '' : `?since=${since}`;
  const response = await fetch(`http://${address.host}:${address.port}/api/scene/changes${query}`, {
    headers: { ...(token !== undefined && { 'X-API-Key': token }) },
  });
  if (!response.ok) throw new JobError(`GET /api/scene/changes returned ${response.status}`);
  const bytes = await response.arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  return [head.mark, { bytes: bytes.byteLength, moved: head.moved.ids[1] + head.shifted.ids[1] }];
};
