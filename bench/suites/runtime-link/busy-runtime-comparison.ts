import { existsSync } from 'node:fs';
import { type Candidate, JobError, type Metric } from '../../harness/candidate.ts';
import { builtCliPath, startCliProcess } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { toJsonObject } from '../../target/loose-json.ts';
import { createScratchGraph } from '../../target/scratch-graph.ts';
import { createTarget, type Target } from '../../target/target.ts';
import { lazy } from '#spec/lazy.ts';
import { measureCpu } from '../metrics.ts';
import type { ChildProcessHandle } from '../../child/child-process.ts';
import type { BenchPlan } from '../../harness/bench-plan.ts';
import type { SuiteContext } from '../suite.ts';

/** A server from this package with its runtime, started for one candidate. */
interface ServerAndRuntime {
  readonly target: Target;
  /** Id of the process that contains the runtime. */
  readonly runtimePid: number | undefined;
  stop(): Promise<void>;
}

/**
 * @param cli the path of the command line
 * @param runtime whether the runtime is in the server's process or in a separate process
 * @throws Error with the end of the process's output when a process does not become ready
 */
const startServerAndRuntime = async (
  cli: string,
  runtime: 'embedded' | 'external',
): Promise<ServerAndRuntime> => {
  const server = await startTemporaryServer(cli, runtime);
  const target = createTarget(server);
  if (runtime === 'embedded') return { target, runtimePid: server.pid, stop: server.stop };
  try {
    const link = new URL('/runtime', server.url.replace(/^http/, 'ws'));
    const files = ['--settings-file', server.settingsFile];
    const { readyMessage, pid, stop } = await startCliProcess(cli, [
      ...['runtime', '--connect', link.href, ...files, '--json'],
    ]);
    if (readyMessage.state !== 'up') {
      await stop();
      throw new Error(`the runtime was not taken up: ${readyMessage.text}`);
    }
    return {
      ...{ target, runtimePid: pid },
      async stop() {
        await stop();
        await server.stop();
      },
    };
  } catch (failure) {
    await server.stop();
    throw failure;
  }
};

const loopCount = 9;
const iterationsPerLoop = 49_000;

/**
 * Builds a graph that performs the most work allowed in a frame. This work takes longer than the frame lasts.
 * @returns the graph's id
 */
const buildBusyGraph = async (target: Target): Promise<string> => {
  const graphId = await createScratchGraph(target);
  const indexes = Array.from({ length: loopCount }, (_, index) => index);
  await target.call('POST', `/api/graphs/${graphId}/build?sync=true`, {
    nodes: indexes.flatMap((n) => [
      { tempId: `frame${n}`, category: 'OnNewFrame' },
      { tempId: `loop${n}`, category: 'ForLoop', ports: { Last: iterationsPerLoop - 1 } },
      { tempId: `watch${n}`, category: 'Watch' },
    ]),
    connections: indexes.flatMap((n) => [
      { from: `frame${n}/Out`, to: `loop${n}/In` },
      { from: `loop${n}/Body`, to: `watch${n}/In` },
    ]),
  });
  return graphId;
};

const responseTimeMetrics: readonly Metric[] = [
  { key: 'healthP50Ms', label: 'health p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'healthP99Ms', label: 'health p99', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'graphP50Ms', label: 'graph p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'graphP99Ms', label: 'graph p99', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'runtimeCpu', label: 'CPU where the runtime is', unit: 'cores' },
];

const referenceName = 'idle';

/** Milliseconds between two requests. Each request is due at this interval, even if the previous request was slow. */
const callIntervalMs = 5;

/** Measures how REST calls perform while graphs use all of the runtime's time. */
export const compareBusyRuntime = ({ plan, compare, start }: SuiteContext): Promise<void> => {
  const probe = lazy(() => start('http-probe'));
  const createCandidate = (
    name: string,
    role: Candidate['role'],
    runtime: 'embedded' | 'external',
    load: 'graph' | 'unrelated' | 'none',
  ): Candidate => {
    const unrelatedProcess = lazy(() => start('engine'));
    const isBusy = load === 'graph';
    let serverAndRuntime: Promise<ServerAndRuntime> | undefined;
    let graphId = '';
    const getServerAndRuntime = async (): Promise<ServerAndRuntime> => {
      if (!serverAndRuntime) throw new Error('the server is not started');
      return serverAndRuntime;
    };
    const measureLatency = async (path: string) => {
      const { address, token } = (await getServerAndRuntime()).target;
      const request = { method: 'GET', path, ...(token !== undefined && { token }) } as const;
      return probe().call('run', {
        address,
        request,
        intervalMs: callIntervalMs,
        ms: getWatchDurationMs(plan),
      });
    };
    return {
      ...{ name, role },
      ...(!existsSync(builtCliPath) && { skipReason: `${builtCliPath} is not built` }),
      async open() {
        serverAndRuntime = startServerAndRuntime(builtCliPath, runtime);
        graphId = await buildBusyGraph((await serverAndRuntime).target);
      },
      async round() {
        const { target, runtimePid } = await getServerAndRuntime();
        const path = `/api/graphs/${graphId}`;
        if (isBusy) await target.call('POST', `${path}/run`);
        const measure = measureCpu(runtimePid, async () => {
          const from = performance.now();
          const health = await measureLatency('/api/health');
          const graph = await measureLatency(path);
          return { health, graph, ms: performance.now() - from };
        });
        const unrelatedWork = load === 'unrelated' && createBusyProcessCandidate(unrelatedProcess(), plan);
        const [{ result, cpuMs }] = await Promise.all([measure, unrelatedWork]);
        if (isBusy) {
          const { state } = toJsonObject(await target.call('GET', path));
          if (state !== 'running') throw new JobError(`the busy graph was ${state}`);
          await target.call('POST', `${path}/stop`);
        }
        const { health, graph, ms } = result;
        return {
          ...{ healthP50Ms: health.p50Ms, healthP99Ms: health.p99Ms },
          ...{ graphP50Ms: graph.p50Ms, graphP99Ms: graph.p99Ms },
          runtimeCpu: cpuMs / ms,
        };
      },
      close: async () => (await serverAndRuntime)?.stop(),
    };
  };
  return compare({
    id: 'runtime-link/frames',
    title: 'REST while a graph takes more than each frame',
    note: `Servers of this package, one request due every ${callIntervalMs} ms; a delayed request counts from when it was due. Idle is a runtime in a separate process with the same graph, which does not run. The stranger shows the cost of a busy core alone: the same, while an unrelated process computes.`,
    metrics: responseTimeMetrics,
    reference: referenceName,
    budget: { rounds: plan.longRounds, deadlineMs: 40_000 },
    candidates: [
      createCandidate('runtime in its own process', 'target', 'external', 'graph'),
      createCandidate('runtime in the same process', 'target', 'embedded', 'graph'),
      createCandidate(referenceName, 'floor', 'external', 'none'),
      createCandidate('idle beside an unrelated process', 'floor', 'external', 'unrelated'),
    ],
  });
};

/** Returns how long each of the two calls is observed in a round, in milliseconds. */
const getWatchDurationMs = ({ pace }: BenchPlan): number => (2 / 3) * pace.ms;

/** Creates a candidate that keeps a process busy until both calls have been observed, and a little longer. */
const createBusyProcessCandidate = (child: ChildProcessHandle<'engine'>, plan: BenchPlan): Promise<unknown> =>
  child.call('run', {
    chain: 1000,
    links: 'equal',
    ms: 2.2 * getWatchDurationMs(plan),
    count: Number.MAX_SAFE_INTEGER,
  });
