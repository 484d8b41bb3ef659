import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { JobError } from '../harness/candidate.ts';
import { readSharedCatalogue } from '../target/node-catalogue.ts';
import { createScratchGraph, removeScratchGraph, withScratchGraphs } from '../target/scratch-graph.ts';
import { createBuildBody } from './create-build-body.ts';
import { lazy } from '#spec/lazy.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { restConnections } from './http-load-candidate.ts';
import { prepareRestCases } from './rest-route-cases.ts';
import { frameLatenessMetrics } from './metrics.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { RestCases } from './rest-route-cases.ts';
import type { BuildBody } from './create-build-body.ts';
import type { Suite, SuiteContext } from './suite.ts';

const referenceName = 'idle';
const buildIntervalMs = 100;
/** How often the load generator checks whether all frames have passed, in milliseconds. */
const loadSliceMs = 150;
const nodeCount = 1000;
const connectionCount = 5000;

const frameTimeoutMs = 5_000;

const frameMetrics: readonly Metric[] = [
  ...frameLatenessMetrics,
  { key: 'worstMs', label: 'latest', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'perSecond', label: 'rate', unit: 'Hz' },
  { key: 'load', label: 'calls meanwhile', unit: '/s' },
];

/**
 * Work for the server while its frames are observed.
 * @returns the number of calls per second
 */
type BackgroundLoad = (isDone: () => boolean) => Promise<number>;

/** Checks whether frames begin on time while a server is busy with requests. */
export const framesUnderLoadSuite: Suite = {
  id: 'frames',
  title: 'Frames under load',
  isUnpinned: true,
  async run(context) {
    const body = createBuildBody(await readSharedCatalogue(context.targets), nodeCount, connectionCount);
    await withScratchGraphs(context.targets, async (graphs) => {
      const cases = await prepareRestCases(graphs);
      for (const { target, graphId } of graphs) await startFrameLogGraph(target, graphId);
      await context.compare({
        id: 'frames/jitter',
        title: 'Frames while a server answers calls',
        note: `Lateness is the delay of a frame relative to an even grid through the earliest frame. A hub subscriber measures it by a line that a running graph logs in every frame; no frame may be missing. The subscriber has a high priority where this is permitted, because it shares a core with the load. REST load is the port writes of the suite \`rest\` at full speed over ${restConnections} connections. A build has ${nodeCount} nodes and ${connectionCount} connections, and goes into a new graph each time. Autosaves in that time are included.`,
        isLong: true,
        metrics: frameMetrics,
        reference: referenceName,
        candidates: createCandidatesPerTarget(context, (targetContext) => [
          createCandidate(targetContext, referenceName, async () => prepareIdle),
          createCandidate(targetContext, 'under REST load', prepareRestLoad(targetContext, cases)),
          createCandidate(targetContext, `a build every ${buildIntervalMs} ms`, () =>
            prepareBuilds(targetContext.target, body, targetContext.plan.frames),
          ),
        ]),
      });
    });
  },
};

/** The message is unique, so that no other console line matches. */
const frameMessage = `bench frame ${randomUUID()}`;

/** Starts a graph that logs a line in each frame. */
const startFrameLogGraph = async (target: Target, graphId: string): Promise<void> => {
  await target.call('POST', `/api/graphs/${graphId}/build?sync=true`, {
    nodes: [
      { tempId: 'frame', category: 'OnNewFrame', ports: {} },
      { tempId: 'tell', category: 'LogConsole', ports: { Message: frameMessage } },
    ],
    connections: [{ from: 'frame/Out', to: 'tell/In' }],
  });
  await target.call('POST', `/api/graphs/${graphId}/run`);
};

/** Prepares the work before the measurement, and optionally returns a function that cleans up after it. */
type PrepareLoad = () => Promise<{ readonly work: BackgroundLoad; readonly clear?: () => Promise<void> }>;

const prepareIdle = { work: async () => 0 };

const createCandidate = (
  { start, target, plan }: SuiteContext,
  name: string,
  prepare: PrepareLoad,
): Candidate => {
  const frameWatch = lazy(() => {
    const child = start('frame-watch');
    raisePriority(child.pid);
    return child;
  });
  return {
    ...{ name, role: 'target' },
    async round() {
      const { work, clear } = await prepare();
      let isDone = false;
      try {
        const frameTimes = frameWatch()
          .call('run', {
            hub: target.hub,
            message: frameMessage,
            frames: plan.frames,
            timeoutMs: frameTimeoutMs,
          })
          .finally(() => {
            isDone = true;
          });
        const [{ p50Ms, p99Ms, worstMs, perSecond }, load] = await Promise.all([
          frameTimes,
          work(() => isDone),
        ]);
        return { p50Ms, p99Ms, worstMs, perSecond, load };
      } finally {
        await clear?.();
      }
    },
    close: () => frameWatch().stop(),
  };
};

/**
 * Raises the priority of the process that observes frames, if this is permitted. Otherwise, the process waits up to 3 ms
 * for a core that it shares with a load generator, and frames seem to be late.
 */
const raisePriority = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH);
  } catch {}
};

/**
 * Prepares a REST load, which ends shortly after the observed frames. The load generator is started in the warm-up
 * round.
 */
const prepareRestLoad = ({ start, target }: SuiteContext, cases: RestCases): PrepareLoad => {
  const load = lazy(() => start('http-load'));
  const { requests } = cases.getCases(target, 'put-value');
  const work: BackgroundLoad = async (isDone) => {
    let [calls, ms] = [0, 0];
    while (!isDone()) {
      const { completed, refused, firstError, ...usage } = await load().call('run', {
        ...{ address: target.address, requests, connections: restConnections },
        ...{ ms: loadSliceMs, count: Number.MAX_SAFE_INTEGER },
      });
      if (refused > 0) throw new JobError(`a write failed with ${firstError}`);
      calls += completed;
      ms += usage.ms;
    }
    return (calls * 1000) / ms;
  };
  return async () => ({ work });
};

/** Prepares builds into graphs that are created before, and deleted after, the frames are observed. */
const prepareBuilds = async (target: Target, body: BuildBody, watchedFrames: number) => {
  // Counts as many builds as fit into these frames at the usual rate, plus a few more in case the server is slow.
  const count = Math.ceil(((watchedFrames / 60) * 1000) / buildIntervalMs) + 5;
  const graphIds: string[] = [];
  while (graphIds.length < count) graphIds.push(await createScratchGraph(target));
  const work: BackgroundLoad = async (isDone) => {
    const startedAt = performance.now();
    let buildCount = 0;
    for (const graphId of graphIds) {
      if (isDone()) break;
      await target.call('POST', `/api/graphs/${graphId}/build?return=ids`, body);
      buildCount += 1;
      const wait = startedAt + buildCount * buildIntervalMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return (buildCount * 1000) / (performance.now() - startedAt);
  };
  return {
    work,
    async clear() {
      for (const graphId of graphIds) await removeScratchGraph(target, graphId);
    },
  };
};
