import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeTarget } from '../runtime-link.ts';
import type { RuntimeEndpoint, CommandWaitOptions } from '../runtime-endpoint.ts';

/** The runtime's end of a link that identifies the content of graphs by versions. */
export interface VersionedEndpoint extends RuntimeEndpoint {
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandWaitOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Returns the state of the runtime, including the versions of the graphs. Call this method between two ticks. */
  getHeldState(): HeldState;
}

/** Creates an endpoint that stores the graph versions itself, because the runtime doesn't need them. */
export const createVersionedEndpoint = (
  endpoint: RuntimeEndpoint,
  target: Pick<RuntimeTarget, 'getHeldState'>,
): VersionedEndpoint => {
  const versions = new Map<string, string | undefined>();
  return {
    ...endpoint,
    async request(command, params, options) {
      if (!('graph' in params)) return endpoint.request(command, params, options);
      const { version, ...graph } = params.graph;
      const result = await endpoint.request(command, { graph } as typeof params, options);
      versions.set(graph.graphId, version);
      return result;
    },
    getHeldState() {
      const { graphs, variables } = target.getHeldState();
      const versionedGraphs = graphs.map((graph) => {
        const version = versions.get(graph.graphId);
        return { ...graph, ...(version !== undefined && { version }) };
      });
      return { graphs: versionedGraphs, variables };
    },
  };
};
