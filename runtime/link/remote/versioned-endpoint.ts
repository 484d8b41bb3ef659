import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../runtime-link.ts';
import type { RuntimeEndpoint, CommandWaitOptions } from '../runtime-endpoint.ts';

/** The runtime's end of a link over which graphs come with the version that they are to be told by. */
export interface VersionedEndpoint extends RuntimeEndpoint {
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    waiting?: CommandWaitOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** What the runtime holds, with the versions. To be called between two ticks. */
  getHeldState(): HeldState;
}

/** The runtime itself has no use for versions, and knows nothing of them. */
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
