import { existsSync } from 'node:fs';
import { JobFailure } from '../../harness/candidate.ts';
import { ownCli } from '../../own-command.ts';
import { objectOf } from '../../target/json.ts';
import { lazy } from '../lazy.ts';
import { measureCpu } from '../server-cpu.ts';
import { buildBusyGraph } from './busy-graph.ts';
import { type OwnPair, startOwnPair } from './own-pair.ts';
import type { Child } from '../../child/child-process.ts';
import type { Candidate, Metric } from '../../harness/candidate.ts';
import type { Plan } from '../../harness/plan.ts';
import type { SuiteContext } from '../suite.ts';

const metrics: readonly Metric[] = [
  { key: 'healthP50Ms', label: 'health p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'healthP99Ms', label: 'health p99', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'graphP50Ms', label: 'graph p50', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'graphP99Ms', label: 'graph p99', unit: 'ms', better: 'lower', isErratic: true },
  { key: 'runtimeCpu', label: 'CPU where the runtime is', unit: 'cores' },
];

const reference = 'idle';

/** A call is due so often. */
const everyMs = 5;

/** How REST answers while graphs take all the time that the runtime has. */
export const compareFrames = ({ plan, compare, start }: SuiteContext): Promise<void> => {
  const probe = lazy(() => start('http-probe'));
  const contestant = (
    name: string,
    role: Candidate['role'],
    runtime: 'embedded' | 'external',
    load: 'graph' | 'stranger' | 'none',
  ): Candidate => {
    const stranger = lazy(() => start('engine'));
    const isBusy = load === 'graph';
    let pair: Promise<OwnPair> | undefined;
    let graphId = '';
    const started = async (): Promise<OwnPair> => {
      if (!pair) throw new Error('the server is not started');
      return pair;
    };
    const watch = async (path: string) => {
      const { address, token } = (await started()).target;
      const request = { method: 'GET', path, ...(token !== undefined && { token }) } as const;
      return probe().ask('run', { address, request, everyMs, ms: watchedMs(plan) });
    };
    return {
      ...{ name, role },
      ...(!existsSync(ownCli) && { absence: `${ownCli} is not built` }),
      async open() {
        pair = startOwnPair(ownCli, runtime);
        graphId = await buildBusyGraph((await pair).target);
      },
      async round() {
        const { target, runtimePid } = await started();
        const path = `/api/graphs/${graphId}`;
        if (isBusy) await target.call('POST', `${path}/run`);
        const measure = measureCpu(runtimePid, async () => {
          const from = performance.now();
          const health = await watch('/api/health');
          const graph = await watch(path);
          return { health, graph, ms: performance.now() - from };
        });
        const away = load === 'stranger' && computing(stranger(), plan);
        const [{ result, cpuMs }] = await Promise.all([measure, away]);
        if (isBusy) {
          const { state } = objectOf(await target.call('GET', path));
          if (state !== 'running') throw new JobFailure(`the busy graph was ${state}`);
          await target.call('POST', `${path}/stop`);
        }
        const { health, graph, ms } = result;
        return {
          ...{ healthP50Ms: health.p50Ms, healthP99Ms: health.p99Ms },
          ...{ graphP50Ms: graph.p50Ms, graphP99Ms: graph.p99Ms },
          runtimeCpu: cpuMs / ms,
        };
      },
      close: async () => (await pair)?.stop(),
    };
  };
  return compare({
    id: 'runtime-link/frames',
    title: 'REST while a graph takes more than each frame',
    note: `Servers of this package, one request due every ${everyMs} ms; what waits counts from when it was due. Idle is a runtime in a process of its own with the same graph, which does not run. What a busy core costs by itself is seen beside a stranger: the same, while a process that has nothing to do with it computes.`,
    metrics,
    reference,
    budget: { rounds: plan.longRounds, deadlineMs: 40_000 },
    candidates: [
      contestant('runtime in its own process', 'target', 'external', 'graph'),
      contestant('runtime in the same process', 'target', 'embedded', 'graph'),
      contestant(reference, 'floor', 'external', 'none'),
      contestant('idle beside a stranger', 'floor', 'external', 'stranger'),
    ],
  });
};

/** How long each of the two calls is watched in a round. */
const watchedMs = ({ pace }: Plan): number => (2 / 3) * pace.ms;

/** Keeps a process busy until both calls have been watched, and a little longer. */
const computing = (child: Child<'engine'>, plan: Plan): Promise<unknown> =>
  child.ask('run', {
    chain: 1000,
    links: 'equal',
    ms: 2.2 * watchedMs(plan),
    count: Number.MAX_SAFE_INTEGER,
  });
