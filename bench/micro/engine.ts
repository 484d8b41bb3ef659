import { createRuntime } from '#runtime/runtime.ts';
import { chainOf, endOfChain } from './engine-chains.ts';
import { createStepper } from './step-load.ts';
import type { StepOrder } from './step-load.ts';

const graphId = 'bench';

/** Evaluates a chain once a tick, in a runtime whose time is stepped by hand. */
export const createEngineBench = () =>
  createStepper((order: StepOrder) => {
    const runtime = createRuntime({ now: () => new Date() });
    runtime.listen({
      events(batch) {
        const stopped = batch.find(({ type }) => type === 'graph.stopped');
        if (stopped) throw new Error(`the graph stopped: ${JSON.stringify(stopped.data)}`);
      },
    });
    runtime.execute('graph.load', { graph: chainOf(graphId, order.chain, 'evaluated', order.links) });
    runtime.execute('graph.run', { graphId });
    const end = endOfChain(order.chain);
    const sum = () => {
      const { ports } = runtime.execute('graph.flush', { graphId });
      return Number(ports.find(({ portId }) => portId === end)?.value);
    };
    return { step: () => void runtime.step(), sum };
  });
