import { createRuntime } from '#runtime/runtime.ts';
import type { GraphSnapshot } from '#runtime/link/runtime-link.ts';
import { createChainGraph, getChainOutput } from './engine-chain-graphs.ts';
import { runSteps } from './step-runner.ts';

export interface EngineGraphsOptions {
  readonly graphs: number;
  /** Number of nodes in each graph's chain. */
  readonly nodes: number;
  /** Whether each frame evaluates the chain, triggers it node by node, or does nothing. */
  readonly work: 'evaluated' | 'triggered' | 'none';
  /** Whether a subscriber receives the begin and end events of nodes. */
  readonly subscribed: boolean;
}

export interface EngineGraphsResult {
  readonly ticks: number;
  readonly cpuMs: number;
  /** Number of activations or evaluations that really happened, not counting the first node of each chain. */
  readonly activations: number;
}

/** A budget that allows chains of any length. The default budget would stop long chains. */
const unlimitedBudget = {
  stepsPerActivation: Number.MAX_SAFE_INTEGER,
  stepsPerTick: Number.MAX_SAFE_INTEGER,
  stepsPerSecond: Number.MAX_SAFE_INTEGER,
};

/** Creates a benchmark that runs graphs in a runtime that is stepped manually. */
export const createEngineGraphsBench = () => {
  const runtime = createRuntime({ now: () => new Date(), limits: unlimitedBudget });
  let options: EngineGraphsOptions = { graphs: 0, nodes: 0, work: 'none', subscribed: false };
  let done = 0;
  runtime.listen({
    onEvents(batch) {
      for (const { type, data } of batch) {
        if (type === 'graph.stopped') throw new Error(`a graph stopped: ${JSON.stringify(data)}`);
        if (type === 'node.done') done += 1;
      }
    },
  });

  const flushed = (graphId: string, portId: string): number => {
    const { ports } = runtime.execute('graph.flush', { graphId });
    return Number(ports.find((port) => port.portId === portId)?.value ?? 0);
  };

  return {
    prepare: async (newOptions: EngineGraphsOptions): Promise<void> => {
      options = newOptions;
      runtime.execute('events.interest', {
        types: options.subscribed ? ['node.executing', 'node.done'] : [],
      });
      for (let index = 0; index < options.graphs; index += 1) {
        const graph: GraphSnapshot = createChainGraph(`bench-${index}`, options.nodes, options.work);
        runtime.execute('graph.load', { graph });
        runtime.execute('graph.run', { graphId: graph.graphId });
      }
      runtime.step(3);
    },
    run: async ({
      ms,
      count,
    }: {
      readonly ms: number;
      readonly count: number;
    }): Promise<EngineGraphsResult> => {
      const { graphs, nodes, work, subscribed } = options;
      done = 0;
      const { steps, cpuMs } = runSteps(
        { ms, count },
        () => runtime.step(),
        () => 0,
      );
      const expected = work === 'none' ? 0 : steps * graphs * nodes;
      const lastGraphId = `bench-${graphs - 1}`;
      if (work === 'evaluated' && flushed(lastGraphId, getChainOutput(nodes)) !== nodes)
        throw new Error('a chain was not evaluated');
      // The first node of each chain raises events as well, so there is one more event per step and graph.
      if (subscribed && done !== expected + steps * graphs)
        throw new Error(`${done} nodes were reported, not ${expected}`);
      return { ticks: steps, cpuMs, activations: expected };
    },
  };
};
