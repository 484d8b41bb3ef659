import { JobError } from '../harness/candidate.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { EngineGraphsOptions } from '../micro/engine-graphs-bench.ts';
import type { SuiteContext } from './suite.ts';

export const perActivationMetric: Metric = {
  key: 'nsPerActivation',
  label: 'an activation',
  unit: 'ns',
  better: 'lower',
};
export const perGraphMetric: Metric = {
  key: 'nsPerGraph',
  label: 'a graph and tick',
  unit: 'ns',
  better: 'lower',
};

const chainLength = 1_000;
const closuresName = 'plain closures';

/** Measures a chain of flow nodes without subscribers. */
export const compareTriggered = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'engine/triggered-1000',
    title: 'A chain of 1,000 Gates, each triggering the next',
    note: 'Ticks stepped by hand without subscribers, by CPU time. The baseline calls closures that each check whether they are open; LiteGraph triggers from node to node.',
    metrics: [perActivationMetric],
    reference: closuresName,
    candidates: [
      createGraphsCandidate(context, 'runtime', {
        graphs: 1,
        nodes: chainLength,
        work: 'triggered',
        subscribed: false,
      }),
      createTriggerChainCandidate(context, closuresName, 'floor', 'triggers-floor'),
      createPeerCandidate(context, 'LiteGraph', 'litegraph.js', () =>
        createTriggerChainCandidate(context, 'LiteGraph', 'peer', 'litegraph-triggers'),
      ),
    ],
  });

/** Measures a chain of flow nodes with and without a subscriber to its node events. */
export const compareSubscribed = async (context: SuiteContext): Promise<void> => {
  const reference = 'stringified events';
  await context.compare({
    id: 'engine/subscribed-1000',
    title: 'A chain of 1,000 Gates, with two events for each',
    note: 'Every node of the chain is triggered once a tick; its start and its end are raised as events and delivered in one batch. The baseline writes the same two events as JSON for each node, and does nothing else.',
    metrics: [
      { key: 'activations', label: 'activations', unit: 'M/s', better: 'higher' },
      perActivationMetric,
    ],
    reference,
    candidates: [
      createGraphsCandidate(context, 'runtime, subscribed', {
        graphs: 1,
        nodes: chainLength,
        work: 'triggered',
        subscribed: true,
      }),
      createGraphsCandidate(context, 'runtime, nobody subscribed', {
        graphs: 1,
        nodes: chainLength,
        work: 'triggered',
        subscribed: false,
      }),
      createTriggerChainCandidate(context, reference, 'floor', 'engine-events-floor'),
    ],
  });
};

/** Measures many graphs that each do little, so that a tick touches memory that is not in the cache. */
export const compareSmallGraphs = async (context: SuiteContext): Promise<void> => {
  const smallGraphs = { graphs: context.plan.quick ? 20 : 1_000, nodes: 10, subscribed: false } as const;
  await context.compare({
    id: 'engine/small-graphs',
    title: 'Many running graphs of 10 nodes',
    note: 'Chains of additions that are evaluated, and of Gates that trigger each other, once a tick each, without subscribers, by CPU time including the tick. The baseline is a thousand additions as closures over an array, scaled to the size of a graph: with more of them, how much fits the cache differs from start to start.',
    metrics: [perGraphMetric, perActivationMetric],
    reference: closuresName,
    candidates: [
      createGraphsCandidate(context, 'runtime, evaluated', { ...smallGraphs, work: 'evaluated' }),
      createGraphsCandidate(context, 'runtime, triggered', { ...smallGraphs, work: 'triggered' }),
      createChildProcessCandidate(
        context,
        { name: closuresName, role: 'floor' },
        'engine-floor',
        async (child) => {
          const { roundMs, roundCount } = context.plan;
          const load = { chain: chainLength, links: 'equal', ms: roundMs, count: roundCount } as const;
          const { steps, cpuMs } = await child.call('run', load);
          return toRoundMetrics(
            { activations: steps * chainLength, ticks: steps, cpuMs },
            chainLength / smallGraphs.nodes,
          );
        },
      ),
    ],
  });
};

const calledNodes = 10;
const inlineName = 'the same nodes inline';

/** Measures what a call of a graph costs in addition to its nodes. */
export const compareCalls = (context: SuiteContext): Promise<void> =>
  context.compare({
    id: 'engine/calls-10',
    title: `Calls of a graph of ${calledNodes} nodes`,
    note: 'A loop runs the nodes 100 times a tick, without subscribers, by CPU time including the loop. Each node adds 1 to a variable.',
    metrics: [perActivationMetric],
    reference: inlineName,
    candidates: [
      createCallsCandidate(context, 'called', true),
      createCallsCandidate(context, inlineName, false),
    ],
  });

const createCallsCandidate = (context: SuiteContext, name: string, called: boolean): Candidate => {
  let previousSum = 0;
  const passes = 100;
  return createChildProcessCandidate(context, { name, role: 'target' }, 'engine-calls', async (child) => {
    const { roundMs, roundCount } = context.plan;
    const load = { called, nodes: calledNodes, passes, ms: roundMs, count: roundCount };
    const { steps, cpuMs, sum } = await child.call('run', load);
    const activations = sum - previousSum;
    previousSum = sum;
    if (activations !== steps * passes * calledNodes)
      throw new JobError(`${activations} nodes were reached, not ${steps * passes * calledNodes}`);
    return { nsPerActivation: (cpuMs * 1e6) / activations };
  });
};

/** Creates a candidate that runs several identical graphs in a separate runtime. */
export const createGraphsCandidate = (
  context: SuiteContext,
  name: string,
  options: EngineGraphsOptions,
): Candidate => {
  const { roundMs, roundCount } = context.plan;
  return createChildProcessCandidate(
    context,
    { name, role: 'target' },
    'engine-graphs',
    async (child) =>
      toRoundMetrics(await child.call('run', { ms: roundMs, count: roundCount }), options.graphs),
    (child) => child.call('prepare', options),
  );
};

const createTriggerChainCandidate = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'triggers-floor' | 'litegraph-triggers' | 'engine-events-floor',
): Candidate => {
  let previousSum = 0;
  return createChildProcessCandidate(context, { name, role }, program, async (child) => {
    const { roundMs, roundCount } = context.plan;
    const { steps, cpuMs, sum } = await child.call('run', {
      nodes: chainLength,
      ms: roundMs,
      count: roundCount,
    });
    const activations = sum - previousSum;
    previousSum = sum;
    if (activations !== steps * chainLength)
      throw new JobError(`${activations} nodes were reached, not ${steps * chainLength}`);
    return toRoundMetrics({ activations, ticks: steps, cpuMs }, 1);
  });
};

const toRoundMetrics = (
  {
    activations,
    ticks,
    cpuMs,
  }: { readonly activations: number; readonly ticks: number; readonly cpuMs: number },
  graphCount: number,
) => ({
  ...(activations > 0 && {
    activations: activations / cpuMs / 1_000,
    nsPerActivation: (cpuMs * 1e6) / activations,
  }),
  nsPerGraph: (cpuMs * 1e6) / ticks / graphCount,
});
