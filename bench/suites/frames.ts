import { randomUUID } from 'node:crypto';
import { JobFailure } from '../harness/candidate.ts';
import { readSharedCatalogue } from '../target/node-catalogue.ts';
import { createScratchGraph, removeScratchGraph, withScratchGraphs } from '../target/scratch-graph.ts';
import { createBuildBody } from './build-body.ts';
import { lazy } from './lazy.ts';
import { ofEach } from './of-each.ts';
import { restConnections } from './http-race.ts';
import { prepareRestCases } from './rest-cases.ts';
import { lateness } from './latency.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { RestCases } from './rest-cases.ts';
import type { BuildBody } from './build-body.ts';
import type { Suite, SuiteContext } from './suite.ts';

const reference = 'idle';
const buildEveryMs = 100;
/** How often the load looks whether the frames are over. */
const loadMs = 150;
const nodeCount = 1000;
const connectionCount = 5000;

/** How long a frame may be waited for. */
const patienceMs = 5_000;

const metrics: readonly Metric[] = [
  ...lateness,
  { key: 'worstMs', label: 'latest', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'perSecond', label: 'rate', unit: 'Hz' },
  { key: 'load', label: 'calls meanwhile', unit: '/s' },
];

/** Work that a server does while its frames are watched. @returns calls a second */
type Work = (isOver: () => boolean) => Promise<number>;

/** Whether frames begin on time while a server has other things to do. */
export const frames: Suite = {
  id: 'frames',
  title: 'Frames under load',
  roams: true,
  async run(context) {
    const body = createBuildBody(await readSharedCatalogue(context.targets), nodeCount, connectionCount);
    await withScratchGraphs(context.targets, async (graphs) => {
      const cases = await prepareRestCases(graphs);
      for (const { target, graphId } of graphs) await tellFrames(target, graphId);
      await context.compare({
        id: 'frames/jitter',
        title: 'Frames while a server answers calls',
        note: `Lateness is the distance of a frame from an even grid laid through the earliest frame, as a subscriber of the hub sees it by what a running graph writes to the console; every frame has to be told of. REST load are the writes of port values of the suite \`rest\`, ${restConnections} connections as fast as they are answered; a build is that of ${nodeCount} nodes and ${connectionCount} connections, into a graph of its own each time. What the server saves by itself meanwhile is in the figures.`,
        isLong: true,
        metrics,
        reference,
        candidates: ofEach(context, (one) => [
          contestant(one, reference, async () => idle),
          contestant(one, 'under REST load', restLoad(one, cases)),
          contestant(one, `a build every ${buildEveryMs} ms`, () =>
            builds(one.target, body, one.plan.frames),
          ),
        ]),
      });
    });
  },
};

/** No line of anybody else. */
const message = `bench frame ${randomUUID()}`;

/** Lets a graph write a line in each frame. */
const tellFrames = async (target: Target, graphId: string): Promise<void> => {
  await target.call('POST', `/api/graphs/${graphId}/build?sync=true`, {
    nodes: [
      { tempId: 'frame', category: 'OnNewFrame', ports: {} },
      { tempId: 'tell', category: 'LogConsole', ports: { Message: message } },
    ],
    connections: [{ from: 'frame/Out', to: 'tell/In' }],
  });
  await target.call('POST', `/api/graphs/${graphId}/run`);
};

/** Prepares work outside of the measurement, and clears up after it. */
type Prepare = () => Promise<{ readonly work: Work; readonly clear?: () => Promise<void> }>;

const idle = { work: async () => 0 };

const contestant = ({ start, target, plan }: SuiteContext, name: string, prepare: Prepare): Candidate => {
  const watch = lazy(() => start('frame-watch'));
  return {
    ...{ name, role: 'target' },
    open: async () => {},
    async round() {
      const { work, clear } = await prepare();
      let isOver = false;
      try {
        const watched = watch()
          .ask('run', { hub: target.hub, message, frames: plan.frames, patienceMs })
          .finally(() => {
            isOver = true;
          });
        const [{ p50Ms, p99Ms, worstMs, perSecond }, load] = await Promise.all([watched, work(() => isOver)]);
        return { p50Ms, p99Ms, worstMs, perSecond, load };
      } finally {
        await clear?.();
      }
    },
    close: () => watch().stop(),
  };
};

/** Ends a little after the frames; its generator starts in the round that warms up. */
const restLoad = ({ start, target }: SuiteContext, cases: RestCases): Prepare => {
  const load = lazy(() => start('http-load'));
  const { requests } = cases.of(target, 'put-value');
  const work: Work = async (isOver) => {
    let [calls, ms] = [0, 0];
    while (!isOver()) {
      const { answered, refused, firstRefusal, ...spent } = await load().ask('run', {
        ...{ address: target.address, requests, connections: restConnections },
        ...{ ms: loadMs, count: Number.MAX_SAFE_INTEGER },
      });
      if (refused > 0) throw new JobFailure(`a write failed with ${firstRefusal}`);
      calls += answered;
      ms += spent.ms;
    }
    return (calls * 1000) / ms;
  };
  return async () => ({ work });
};

/** Builds into graphs that are made before and taken away after the frames are watched. */
const builds = async (target: Target, body: BuildBody, watchedFrames: number) => {
  // As many as fit in these frames at the usual rate, and some more for a server that is late.
  const count = Math.ceil(((watchedFrames / 60) * 1000) / buildEveryMs) + 5;
  const graphIds: string[] = [];
  while (graphIds.length < count) graphIds.push(await createScratchGraph(target));
  const work: Work = async (isOver) => {
    const began = performance.now();
    let made = 0;
    for (const graphId of graphIds) {
      if (isOver()) break;
      await target.call('POST', `/api/graphs/${graphId}/build?return=ids`, body);
      made += 1;
      const wait = began + made * buildEveryMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return (made * 1000) / (performance.now() - began);
  };
  return {
    work,
    async clear() {
      for (const graphId of graphIds) await removeScratchGraph(target, graphId);
    },
  };
};
