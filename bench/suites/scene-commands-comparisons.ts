import { JobError } from '../harness/candidate.ts';
import { toJsonObject, toOptionalString } from '../target/loose-json.ts';
import { frameLatenessMetrics, p50Metric, p99Metric } from './latency-metrics.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { SuiteContext } from './suite.ts';

/** Measures the cost of adding one more object, in scenes of two sizes. */
export const compareSceneCommands = async (context: SuiteContext): Promise<void> => {
  const sizes = context.plan.quick ? [10, 100] : [100, 10_000];
  const formatName = (objects: number): string => `among ${objects.toLocaleString('en')} objects`;
  const createCandidate = (objects: number): Candidate => {
    const child = context.start('scene-orders');
    return {
      name: formatName(objects),
      role: 'target',
      open: () => child.call('prepare', { objects }),
      async round() {
        const { left: remaining, ...metrics } = await child.call('run', {
          count: context.plan.quick ? 20 : 150,
        });
        if (remaining < objects) throw new JobError(`${remaining} objects are left of ${objects}`);
        return { ...metrics };
      },
      close: () => child.stop(),
    };
  };
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
export const comparePropertyWrites = async (context: SuiteContext): Promise<void> => {
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
export const compareCaptures = async (context: SuiteContext): Promise<void> => {
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
