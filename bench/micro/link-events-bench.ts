import { createRuntime } from '#runtime/runtime.ts';
import { createChainGraph } from './engine-chain-graphs.ts';
import { type LinkedRuntime, connectLinkedRuntime, type LinkTransport } from './linked-runtime.ts';

interface LinkEventsOptions {
  /** The transport of the link. When absent, the runtime is not linked. */
  readonly transport?: LinkTransport;
  /** Nodes that each step triggers. Each of them raises a begin and an end event. */
  readonly nodes: number;
}

interface LinkEventsResult {
  /** Events received over the link, or raised by the runtime when there is no link. */
  readonly events: number;
  readonly ms: number;
  /** CPU time of this process, which includes both ends. */
  readonly cpuMs: number;
}

const graphId = 'bench';

/** Steps whose events may still be in flight when the next one is made. */
const maxStepsInFlight = 2;

/** Events of manual steps over the runtime link, both ends in this process. */
export const createLinkEventsBench = () => {
  const runtime = createRuntime({ now: () => new Date() });
  let linked: LinkedRuntime | undefined;
  let perStep = 0;
  let receivedCount = 0;
  let onReceived = (): void => {};

  return {
    async prepare({ transport, nodes }: LinkEventsOptions): Promise<void> {
      // The first node of the chain raises events as well.
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
      // The service is not subscribed yet, so it gets no events of the startup.
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
