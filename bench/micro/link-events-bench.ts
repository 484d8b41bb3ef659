import { createRuntime } from '#runtime/runtime.ts';
import { createChainGraph } from './engine-chain-graphs.ts';
import { type LinkedRuntime, connectLinkedRuntime, type LinkTransport } from './linked-runtime.ts';

interface LinkEventsOptions {
  /** How the runtime is linked; not at all when absent. */
  readonly transport?: LinkTransport;
  /** Nodes that are triggered in each step, each of which tells of its beginning and its end. */
  readonly nodes: number;
}

interface LinkEventsResult {
  /** Those that came; where the runtime is not linked, those that it raised. */
  readonly events: number;
  readonly ms: number;
  /** CPU time of this process, and so of both ends. */
  readonly cpuMs: number;
}

const graphId = 'bench';

/** Steps whose events may be under way while the next one is made. */
const maxStepsInFlight = 2;

/** The events of steps that are made by hand, over the runtime link, both ends in this process. */
export const createLinkEventsBench = () => {
  const runtime = createRuntime({ now: () => new Date() });
  let linked: LinkedRuntime | undefined;
  let perStep = 0;
  let came = 0;
  let hear = (): void => {};

  return {
    async prepare({ transport, nodes }: LinkEventsOptions): Promise<void> {
      // the head of the chain is told of as well
      perStep = 2 * (nodes + 1);
      if (transport !== undefined) linked = await connectLinkedRuntime(runtime, transport);
      (linked?.link ?? runtime).listen({
        onEvents(batch) {
          for (const { type } of batch) if (type === 'node.executing' || type === 'node.done') came += 1;
          hear();
        },
      });
      runtime.execute('graph.load', { graph: createChainGraph(graphId, nodes, 'triggered') });
      runtime.execute('graph.run', { graphId });
      // what happens at the beginning alone is told to nobody
      runtime.step(3);
      runtime.execute('events.interest', { types: ['node.executing', 'node.done'] });
    },
    async run({ ms, count }: { readonly ms: number; readonly count: number }): Promise<LinkEventsResult> {
      const before = came;
      let told = 0;
      const cameWithin = (missing: number): Promise<void> =>
        new Promise((resolve) => {
          hear = () => {
            if (told - (came - before) <= missing) resolve();
          };
          hear();
        });
      const cpu = process.cpuUsage();
      const start = performance.now();
      while (told < count && performance.now() - start < ms) {
        runtime.step();
        told += perStep;
        await cameWithin(maxStepsInFlight * perStep);
      }
      await cameWithin(0);
      const used = process.cpuUsage(cpu);
      linked?.check();
      if (came - before !== told) throw new Error(`received ${came - before} events, not ${told}`);
      return {
        events: told,
        ms: performance.now() - start,
        cpuMs: (used.user + used.system) / 1000,
      };
    },
    close: async () => linked?.close(),
  };
};
