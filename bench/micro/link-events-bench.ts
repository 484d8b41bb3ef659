import { createRuntime } from '#runtime/runtime.ts';
import { createChainGraph } from './engine-chain-graphs.ts';
import { type LinkedRuntime, connectLinkedRuntime, type LinkTransport } from './linked-runtime.ts';

export interface LinkEventsOptions {
  /** The transport of the runtime link. When absent, the benchmark runs without a link. */
  readonly transport?: LinkTransport;
  /** Number of nodes that each step triggers. Each node raises a begin event and an end event. */
  readonly nodes: number;
}

export interface LinkEventsResult {
  /** Number of events received over the link, or raised by the runtime when the benchmark runs without a link. */
  readonly events: number;
  readonly ms: number;
  /** CPU time of this process in milliseconds. It includes both ends of the link. */
  readonly cpuMs: number;
}

const graphId = 'bench';

/** Maximum number of steps whose events may still be in flight when the next step is made. */
const maxStepsInFlight = 2;

/**
 * Creates a benchmark of the events that manual steps send over the runtime link. Both ends of the link are in this
 * process.
 */
export const createLinkEventsBench = () => {
  const runtime = createRuntime({ now: () => new Date() });
  let linked: LinkedRuntime | undefined;
  let perStep = 0;
  let receivedCount = 0;
  let onReceived = (): void => {};

  return {
    async prepare({ transport, nodes }: LinkEventsOptions): Promise<void> {
      // The first node of the chain raises events as well, hence the additional 1.
      perStep = 2 * (nodes + 1);
      if (transport !== undefined) linked = await connectLinkedRuntime(runtime, transport);
      (linked?.link ?? runtime).listen({
        onEvents(batch) {
          for (const { type } of batch)
            if (type === 'node.executing' || type === 'node.done') receivedCount += 1;
          onReceived();
        },
      });
      runtime.execute('graph.load', { graph: createChainGraph(graphId, nodes, 'triggered') });
      runtime.execute('graph.run', { graphId });
      // The service is not subscribed yet, so it does not receive the events of these first steps.
      runtime.step(3);
      runtime.execute('events.interest', { types: ['node.executing', 'node.done'] });
    },
    async run({ ms, count }: { readonly ms: number; readonly count: number }): Promise<LinkEventsResult> {
      const previousCount = receivedCount;
      let emittedCount = 0;
      const waitUntilMissing = (missing: number): Promise<void> =>
        new Promise((resolve) => {
          onReceived = () => {
            if (emittedCount - (receivedCount - previousCount) <= missing) resolve();
          };
          onReceived();
        });
      const cpu = process.cpuUsage();
      const start = performance.now();
      while (emittedCount < count && performance.now() - start < ms) {
        runtime.step();
        emittedCount += perStep;
        await waitUntilMissing(maxStepsInFlight * perStep);
      }
      await waitUntilMissing(0);
      const cpuUsage = process.cpuUsage(cpu);
      linked?.check();
      if (receivedCount - previousCount !== emittedCount)
        throw new Error(`received ${receivedCount - previousCount} events, not ${emittedCount}`);
      return {
        events: emittedCount,
        ms: performance.now() - start,
        cpuMs: (cpuUsage.user + cpuUsage.system) / 1000,
      };
    },
    close: async () => linked?.close(),
  };
};
