import { setTimeout as wait } from 'node:timers/promises';
import { type Candidate, JobError, type Metric } from '../harness/candidate.ts';
import { toJsonObject, toOptionalString } from '../target/loose-json.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { frameLatenessMetrics, measureCpu, p50Metric, p99Metric } from './metrics.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { SceneTickOptions } from '../micro/scene-tick-bench.ts';
import type { Target } from '../target/target.ts';
import type { Suite, SuiteContext } from './suite.ts';

/**
 * Measures the cost of a scene in every frame and for every command. Only bulk writes and polling involve the server
 * under test.
 */
export const sceneSuite: Suite = {
  id: 'scene',
  title: 'The scene',
  starts: 2,
  async run(context) {
    await compareSceneCommands(context);
    await comparePropertyWrites(context);
    await compareCaptures(context);
    await compareScenePolling(context);
    await context.compare({
      id: 'scene/tick',
      title: '1,000 objects with a tween each and 300 bodies awake',
      note: 'Ticks of a runtime at full speed, with frames of 1/60 s. The bodies are boxes in stacks. Some are pushed every ten ticks to keep them awake; pushing is not counted. The baseline simulates the same stacks with the bare physics engine and reads every pose.',
      isLong: true,
      metrics: sceneMetrics,
      reference: referenceName,
      candidates: [
        createCandidate(context, '1,000 tweens, 300 bodies', 'scene-tick', { tweens: 1_000, bodies: 300 }),
        createCandidate(context, '1,000 tweens', 'scene-tick', { tweens: 1_000, bodies: 0 }),
        createCandidate(context, '300 bodies', 'scene-tick', { tweens: 0, bodies: 300 }),
        createCandidate(context, referenceName, 'bodies-floor', { tweens: 0, bodies: 300 }),
      ],
    });
  },
};

const pollsPerSecond = 30;

/** Measures the cost of showing the scene to a viewer, as CPU time relative to the length of a frame. */
const compareScenePolling = (context: SuiteContext): Promise<void> =>
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
      // The first response contains the whole scene.
      const [mark] = await readSceneChanges(target);
      const polling = await measureCpu(target.pid, () => pollSceneChanges(target, mark, ms));
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
 * Polls at a steady rate, beginning with the changes since a mark. A late response delays the following requests.
 * @returns the response that moved the most objects
 */
const pollSceneChanges = async (target: Target, since: number, ms: number): Promise<PollResult> => {
  const end = performance.now() + ms;
  let mark = since;
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

/** Measures the cost of adding one more object, in scenes of two sizes. */
const compareSceneCommands = async (context: SuiteContext): Promise<void> => {
  const sizes = context.plan.quick ? [10, 100] : [100, 10_000];
  const formatName = (objects: number): string => `among ${objects.toLocaleString('en')} objects`;
  const createCandidate = (objects: number): Candidate =>
    createChildProcessCandidate(
      context,
      { name: formatName(objects), role: 'target' },
      'scene-orders',
      async (child) => {
        const count = context.plan.quick ? 20 : 150;
        const { left: remaining, ...metrics } = await child.call('run', { count });
        if (remaining < objects) throw new JobError(`${remaining} objects are left of ${objects}`);
        return metrics;
      },
      (child) => child.call('prepare', { objects }),
    );
  await context.compare({
    id: 'scene/orders',
    title: 'One object more',
    note: 'In process: an object is spawned, gets a tween, one of its properties is written, and it is destroyed, among the given number of other objects, each with a tween. The median of 150 commands of each kind.',
    metrics: [
      { key: 'spawnUs', label: 'spawn', unit: 'µs', better: 'lower' },
      { key: 'tweenUs', label: 'start of a tween', unit: 'µs', better: 'lower' },
      { key: 'writeUs', label: 'write of a property', unit: 'µs', better: 'lower' },
      { key: 'destroyUs', label: 'destroy', unit: 'µs', better: 'lower' },
    ],
    reference: formatName(sizes[0] ?? 0),
    candidates: sizes.map(createCandidate),
  });
};

/** Compares writing many component properties in one call with writing one property per call. */
const comparePropertyWrites = async (context: SuiteContext): Promise<void> => {
  const load = context.start('http-load');
  try {
    await context.compare({
      id: 'scene/property-writes',
      title: 'Properties of an object, together and one alone',
      note: 'PUT …/components/Transform/properties over one connection, one call at a time, each of the three properties many times.',
      metrics: [p50Metric, p99Metric],
      reference: 'one property',
      candidates: createCandidatesPerTarget(context, (targetContext) => [
        createPropertyWriteCandidate(targetContext, 'one property', load, 1),
        createPropertyWriteCandidate(targetContext, '100 properties', load, 100),
      ]),
    });
  } finally {
    await load.stop();
  }
};

const createPropertyWriteCandidate = (
  { target, plan }: SuiteContext,
  name: string,
  load: ChildProcessHandle<'http-load'>,
  count: number,
): Candidate => {
  const names = ['position', 'rotation', 'scale'] as const;
  const properties = Array.from({ length: count }, (_, index) => ({
    name: names[index % names.length],
    value: [1, 2, 1 + index],
  }));
  const body = { properties };
  let object: string | undefined;
  return {
    name,
    role: 'target',
    async open() {
      const spawned = await target.call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube' });
      object = toOptionalString(toJsonObject(toJsonObject(spawned).result).object);
      if (object === undefined) throw new JobError('scene.spawn returned no object');
    },
    async round() {
      const path = `/api/objects/${encodeURIComponent(object ?? '')}/components/Transform/properties`;
      const { succeededCount } = toJsonObject(await target.call('PUT', path, body));
      if (succeededCount !== count) throw new JobError(`not all of ${count} properties are written`);
      const { refused, firstError, p50Ms, p99Ms } = await load.call('run', {
        ...{ address: target.address, connections: 1, ms: plan.roundMs, count: plan.roundCount },
        requests: [{ method: 'PUT', path, body, token: target.token }],
      });
      if (refused > 0) throw new JobError(`a write failed with ${firstError}`);
      return { p50Ms, p99Ms };
    },
    async close() {
      if (object !== undefined) await target.call('POST', '/api/actions/scene/objects/destroy', { object });
    },
  };
};

const framesPerSecond = 60;

/** Compares the lateness of frames while captures are taken with the lateness in the same scene without captures. */
const compareCaptures = async (context: SuiteContext): Promise<void> => {
  const reference = 'without captures';
  const createCandidate = (name: string, captures: boolean): Candidate =>
    createChildProcessCandidate(
      context,
      { name, role: captures ? 'target' : 'floor' },
      'scene-capture',
      async (child) => {
        const { frames, quick } = context.plan;
        const options = { perSecond: framesPerSecond, frames, cubes: quick ? 10 : 1_000, captures };
        const { p50Ms, p99Ms, worstMs, pictures } = await child.call('run', options);
        if (captures && pictures === 0) throw new JobError('no picture was taken');
        return { p50Ms, p99Ms, worstShare: (worstMs * framesPerSecond) / 10, pictures };
      },
    );
  await context.compare({
    id: 'scene/captures',
    title: 'Frames while pictures of 1,000 cubes are taken',
    note: 'A scene in real time at 60 Hz, with one capture of 1280 × 720 after another. Lateness is the delay of a frame relative to an even grid through the earliest frame.',
    isLong: true,
    metrics: [
      ...frameLatenessMetrics,
      { key: 'worstShare', label: 'latest, of a frame', unit: '%', better: 'lower', isErratic: true },
      { key: 'pictures', label: 'pictures', unit: '' },
    ],
    reference,
    candidates: [createCandidate('with captures', true), createCandidate(reference, false)],
  });
};

/** Duration of a frame at the usual rate, in milliseconds. */
const frameMs = 1000 / 60;

const sceneMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'tick p50' },
  { ...p99Metric, label: 'tick p99' },
  { key: 'p50Share', label: 'p50 of a frame', unit: '%' },
  { key: 'p99Share', label: 'p99 of a frame', unit: '%' },
];

const referenceName = '300 bodies in the bare engine';

const createCandidate = (
  context: SuiteContext,
  name: string,
  program: 'scene-tick' | 'bodies-floor',
  options: SceneTickOptions,
): Candidate =>
  createChildProcessCandidate(
    context,
    { name, role: program === 'scene-tick' ? 'target' : 'floor' },
    program,
    async (child) => {
      const { p50Ms, p99Ms, asleep } = await child.call('run', { ticks: context.plan.frames });
      if (asleep > 0) throw new JobError(`${asleep} of ${options.bodies} bodies fell asleep`);
      return { p50Ms, p99Ms, p50Share: (p50Ms / frameMs) * 100, p99Share: (p99Ms / frameMs) * 100 };
    },
    (child) => child.call('prepare', options),
  );
