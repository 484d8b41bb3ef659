import { createRuntime } from '#runtime/runtime.ts';
import { createChainGraph, getChainOutput } from './engine-chain-graphs.ts';
import { createStepRunner } from './step-runner.ts';
import type { ChainStepOptions } from './step-runner.ts';

const graphId = 'bench';

/** Creates a benchmark that evaluates a chain once per tick, in a runtime that is stepped manually. */
export const createEngineChainBench = () =>
  createStepRunner((options: ChainStepOptions) => {
    const runtime = createRuntime({ now: () => new Date() });
    runtime.listen({
      onEvents(batch) {
        const stopped = batch.find(({ type }) => type === 'graph.stopped');
        if (stopped) throw new Error(`the graph stopped: ${JSON.stringify(stopped.data)}`);
      },
    });
    runtime.execute('graph.load', {
      graph: createChainGraph(graphId, options.chain, 'evaluated', options.links),
    });
    runtime.execute('graph.run', { graphId });
    const end = getChainOutput(options.chain);
    const readResult = () => {
      const { ports } = runtime.execute('graph.flush', { graphId });
      return Number(ports.find(({ portId }) => portId === end)?.value);
    };
    return { step: () => void runtime.step(), getResult: readResult };
  });
