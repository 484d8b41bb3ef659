import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../runtime-link.ts';
import type { RuntimeEndpoint, CommandWaitOptions } from '../runtime-endpoint.ts';

/** The runtime's end of a link over which graphs come with a version that identifies them. */
export interface VersionedEndpoint extends RuntimeEndpoint {
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    waiting?: CommandWaitOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Returns what the runtime holds, with the versions. Call it between two ticks. */
  getHeldState(): HeldState;
}

/** Keeps the versions outside the runtime, which doesn't need them. */
export const createVersionedEndpoint = (
  end: RuntimeEndpoint,
  target: Pick<RuntimeTarget, 'getHeldState'>,
): VersionedEndpoint => {
  const versions = new Map<string, string | undefined>();
  return {
    ...end,
    async request(command, params, waiting) {
      if (!('graph' in params)) return end.request(command, params, waiting);
      const { version, ...graph } = params.graph;
      const stamp = await end.request(command, { graph } as typeof params, waiting);
      versions.set(graph.graphId, version);
      return stamp;
    },
    getHeldState() {
      const { graphs, variables } = target.getHeldState();
      const versioned = graphs.map((graph) => {
        const version = versions.get(graph.graphId);
        return { ...graph, ...(version !== undefined && { version }) };
      });
      return { graphs: versioned, variables };
    },
  };
};
