import { createRuntime } from '#runtime/runtime.ts';
import type { GraphSnapshot } from '#runtime/link/runtime-link.ts';
import { createStepRunner, type TriggerStepOptions } from './step-runner.ts';

export interface CallStepOptions extends TriggerStepOptions {
  /** Whether the nodes are in a graph of their own, which is called, and not in the calling graph. */
  readonly called: boolean;
  /** Number of times that one step runs the nodes. */
  readonly passes: number;
}

const callerId = 'caller';
const counter = { id: 'counter', name: 'counter', type: 'Float', value: 0 } as const;

type Nodes = GraphSnapshot['nodes'];
type Connections = GraphSnapshot['connections'];

/** Creates nodes that each add 1 to the counter and then trigger the next one. */
const createCounters = (count: number): Nodes =>
  Array.from({ length: count }, (_, index) => ({
    id: `count-${index}`,
    category: 'IncrementVariable',
    values: { Variable: counter.name, Amount: 1 },
  }));

const chainCounters = (first: readonly [string, string], count: number): Connections =>
  Array.from({ length: count }, (_, index) => ({
    from: index === 0 ? first : ([`count-${index - 1}`, 'Out'] as const),
    to: [`count-${index}`, 'In'] as const,
  }));

const createGraph = (graphId: string, nodes: Nodes, connections: Connections): GraphSnapshot => ({
  ...{ graphId, name: graphId, nodes, connections },
});

/** Creates a benchmark that runs a chain of nodes several times per tick: inline, or by calling their graph. */
export const createEngineCallsBench = () =>
  createStepRunner(({ called, nodes, passes }: CallStepOptions) => {
    const runtime = createRuntime({ now: () => new Date() });
    const counters = createCounters(nodes);
    const loop: Nodes = [
      { id: 'frame', category: 'OnNewFrame', values: {} },
      { id: 'loop', category: 'ForLoop', values: { First: 1, Last: passes } },
    ];
    const loopStart = { from: ['frame', 'Out'], to: ['loop', 'In'] } as const;
    const body = ['loop', 'Body'] as const;
    runtime.execute('variables.put', { variables: [counter] });
    if (called) {
      const start = { id: 'start', category: 'Start', values: {} };
      const graph = createGraph('callee', [start, ...counters], chainCounters(['start', 'Out'], nodes));
      runtime.execute('graph.load', { graph });
    }
    const caller = called
      ? createGraph(
          callerId,
          [...loop, { id: 'call', category: 'RunGraph', values: { Graph: 'callee', Mode: 'Call' } }],
          [loopStart, { from: body, to: ['call', 'In'] }],
        )
      : createGraph(callerId, [...loop, ...counters], [loopStart, ...chainCounters(body, nodes)]);
    runtime.execute('graph.load', { graph: caller });
    runtime.execute('graph.run', { graphId: callerId });
    let sum = 0;
    runtime.listen({
      onEvents(batch) {
        for (const { type, data } of batch) {
          if (type === 'graph.stopped') throw new Error(`the graph stopped: ${JSON.stringify(data)}`);
          if (type === 'variable.changed') sum = Number((data as { readonly value: unknown }).value);
        }
      },
    });
    return { step: () => void runtime.step(), getResult: () => sum };
  });
