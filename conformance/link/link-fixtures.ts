/** Creates graphs and variables for audits, with unique names. */
import type { ReceivedEvent } from './link-connection.ts';
import type { LinkClient } from './link-client.ts';

type NodeSpec = string | readonly [category: string, values: Readonly<Record<string, unknown>>];

interface GraphSpec {
  readonly graphId: string;
  readonly name: string;
  readonly version: string;
  readonly nodes: readonly object[];
  readonly connections: readonly object[];
}

interface Variable {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

export interface LinkFixtures {
  /** Returns an id that is used nowhere else in this run. */
  createId(name: string): string;
  /**
   * Creates a graph from nodes, keyed by id, and from connections in the form `start.Out > log.In`.
   * @param options an id, if the graph must replace the loaded graph with that id, and the disabled ports of each node
   */
  createGraph(
    nodes: Readonly<Record<string, NodeSpec>>,
    connections?: readonly string[],
    options?: {
      readonly graphId?: string;
      readonly disabled?: Readonly<Record<string, readonly string[]>>;
    },
  ): GraphSpec;
  /** Creates a graph that writes a unique message to the console, either when the graph starts or in each frame. */
  createLoggingGraph(trigger: 'Start' | 'OnNewFrame'): {
    readonly message: string;
    readonly graph: GraphSpec;
  };
  loadGraph(graph: GraphSpec): Promise<void>;
  /**
   * Loads and starts a graph.
   * @returns the position of the first message that may contain the graph's events, and the tick stamp of the graph's
   * start
   */
  runGraph(graph: GraphSpec): Promise<{ readonly from: number; readonly tick: unknown }>;
  stopGraph(graphId: string): Promise<void>;
  /** Creates a variable with a unique name. */
  createVariable(type: string, value: unknown): Promise<Variable>;
  /** Creates a function that checks whether an event is the console entry with this message. */
  isConsoleLog(message: string): (event: ReceivedEvent) => boolean;
  /** Announces to the runtime that the kit wants events of these kinds, until the audit ends. */
  setEventInterest(...types: readonly string[]): Promise<void>;
}

let createdCount = 0;

/** Collects everything that must be deleted when the audit ends. */
export interface CleanupList {
  readonly graphs: Set<string>;
  readonly variables: Set<string>;
  hasEventInterest: boolean;
}

export const createLinkFixtures = (line: LinkClient, cleanupList: CleanupList): LinkFixtures => {
  const { graphs, variables } = cleanupList;
  const createUniqueName = (name: string): string => {
    createdCount += 1;
    return `conformance-${name}-${createdCount}`;
  };
  const loadGraph: LinkFixtures['loadGraph'] = async (graph) => {
    graphs.add(graph.graphId);
    await line.runCommand('graph.load', { graph });
  };
  const createGraph: LinkFixtures['createGraph'] = (
    nodes,
    connections = [],
    { graphId = createUniqueName('graph'), disabled = {} } = {},
  ) => ({
    ...{ graphId, name: graphId, version: createUniqueName('version') },
    nodes: Object.entries(nodes).map(([id, node]) => {
      const [category, values] = typeof node === 'string' ? [node, {}] : node;
      const ports = disabled[id];
      return { id: `${graphId}-${id}`, category, values, ...(ports && { disabled: ports }) };
    }),
    connections: connections.map((connection) => {
      const [from, to] = connection.split(' > ').map((end) => {
        const [id, port] = end.split('.');
        return [`${graphId}-${id}`, port];
      });
      return { from, to };
    }),
  });
  return {
    createId: createUniqueName,
    createGraph,
    createLoggingGraph(trigger) {
      const message = createUniqueName('message');
      const nodes = { trigger, log: ['LogConsole', { Message: message }] } as const;
      return { message, graph: createGraph(nodes, ['trigger.Out > log.In']) };
    },
    loadGraph,
    async runGraph(graph) {
      await loadGraph(graph);
      const from = line.getPosition();
      const { result } = await line.runCommand('graph.run', { graphId: graph.graphId });
      return { from, tick: result.tick };
    },
    async setEventInterest(...types) {
      cleanupList.hasEventInterest = true;
      await line.runCommand('events.interest', { types });
    },
    async stopGraph(graphId) {
      await line.runCommand('graph.stop', { graphId });
    },
    async createVariable(type, value) {
      const id = createUniqueName('variable');
      const variable = { id, name: id, type, value };
      variables.add(id);
      await line.runCommand('variables.put', { variables: [variable] });
      return variable;
    },
    isConsoleLog:
      (message) =>
      ({ type, data }) =>
        type === 'console.log' && data.message === message,
  };
};
