import { createRuntime } from '#runtime/runtime.ts';
import { runSteps } from './step-load.ts';
import type { GraphImage } from '#runtime/link/protocol.ts';
import type { StepOrder, StepResult } from './step-load.ts';

const graphId = 'bench';

/** Evaluates a chain of additions once a tick, in a runtime whose time is stepped by hand. */
export const createEngineBench = () => ({
  run: async (order: StepOrder): Promise<StepResult> => {
    const runtime = createRuntime({ now: () => new Date() });
    runtime.listen({
      events(batch) {
        const stopped = batch.find(({ type }) => type === 'graph.stopped');
        if (stopped) throw new Error(`the graph stopped: ${JSON.stringify(stopped.data)}`);
      },
    });
    runtime.execute('graph.load', { graph: chainOf(order.chain) });
    runtime.execute('graph.run', { graphId });
    const end = `${sum(order.chain - 1)}.out.Result`;
    const endOfChain = () => {
      const { ports } = runtime.execute('graph.flush', { graphId });
      return Number(ports.find(({ portId }) => portId === end)?.value);
    };
    return runSteps(order, () => runtime.step(), endOfChain);
  },
});

const sum = (index: number) => `sum-${index}`;

/** Every frame a Watch reads the last of the additions, each of which adds 1 to the one before. */
const chainOf = (length: number): GraphImage => ({
  graphId,
  name: graphId,
  nodes: [
    { id: 'frame', category: 'OnNewFrame', values: {} },
    { id: 'watch', category: 'Watch', values: {} },
    ...Array.from({ length }, (_, i) => ({ id: sum(i), category: 'Add', values: { A: 0, B: 1 } })),
  ],
  connections: [
    { from: ['frame', 'Out'], to: ['watch', 'In'] },
    { from: [sum(length - 1), 'Result'], to: ['watch', 'Value'] },
    ...Array.from(
      { length: length - 1 },
      (_, i) => ({ from: [sum(i), 'Result'], to: [sum(i + 1), 'A'] }) as const,
    ),
  ],
});
