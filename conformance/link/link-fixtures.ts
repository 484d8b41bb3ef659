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

interface GraphOptions {
  /** The id of the loaded graph that the new graph must replace. */
  readonly graphId?: string;
  /** The disabled ports of each node. */
  readonly disabled?: Readonly<Record<string, readonly string[]>>;
}

let createdCount = 0;

const createUniqueName = (name: string): string => {
  createdCount += 1;
  return `conformance-${name}-${createdCount}`;
};

/** Collects everything that must be deleted when the audit ends. */
export interface CleanupList {
  readonly graphs: Set<string>;
  readonly variables: Set<string>;
  hasEventInterest: boolean;
}

/** Creates a graph from nodes, keyed by id, and from connections in the form `start.Out > log.In`. */
const createGraph = (
  nodes: Readonly<Record<string, NodeSpec>>,
  connections: readonly string[] = [],
  { graphId = createUniqueName('graph'), disabled = {} }: GraphOptions = {},
): GraphSpec => ({
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

/** Creates a function that checks whether an event is the console entry with this message. */
const isConsoleLog =
  (message: string) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === 'console.log' && data.message === message;

export const createLinkFixtures = (line: LinkClient, cleanupList: CleanupList) => {
  const { graphs, variables } = cleanupList;
  const loadGraph = async (graph: GraphSpec): Promise<void> => {
    graphs.add(graph.graphId);
    await line.runCommand('graph.load', { graph });
  };
  /** Creates a graph that writes a unique message to the console, either when the graph starts or in each frame. */
  const createLoggingGraph = (trigger: 'Start' | 'OnNewFrame') => {
    const message = createUniqueName('message');
    const nodes = { trigger, log: ['LogConsole', { Message: message }] } as const;
    return { isLogEvent: isConsoleLog(message), graph: createGraph(nodes, ['trigger.Out > log.In']) };
  };
  /**
   * Loads and starts a graph.
   * @returns the position of the first message that may contain the graph's events
   */
  const runGraph = async (graph: GraphSpec): Promise<{ readonly from: number }> => {
    await loadGraph(graph);
    const from = line.getPosition();
    await line.runCommand('graph.run', { graphId: graph.graphId });
    return { from };
  };
  return {
    /** Returns an id that is used nowhere else in this run. */
    createId: createUniqueName,
    createGraph,
    createLoggingGraph,
    /** Runs a graph that writes a unique message to the console, and waits for its first message. */
    async runLoggingGraph(trigger: 'Start' | 'OnNewFrame') {
      const { graph, isLogEvent } = createLoggingGraph(trigger);
      const { from } = await runGraph(graph);
      await line.givenEvent(isLogEvent, from, `${trigger} fires`);
      return { ...graph, from, isLogEvent };
    },
    /**
     * Creates a graph that writes one message when it starts, and another one after a Delay.
     * @returns the graph, checks for the two messages, and a function that creates another version with more nodes
     */
    createDelayGraph(seconds: number) {
      const [begun, done] = [createUniqueName('begun'), createUniqueName('done')];
      const create = (more: Readonly<Record<string, NodeSpec>>, options?: GraphOptions): GraphSpec =>
        createGraph(
          {
            start: 'Start',
            begun: ['LogConsole', { Message: begun }],
            delay: ['Delay', { Duration: seconds }],
            done: ['LogConsole', { Message: done }],
            ...more,
          },
          ['start.Out > begun.In', 'begun.Out > delay.In', 'delay.Done > done.In'],
          options,
        );
      const graph = create({});
      return {
        ...{ graph, hasBegun: isConsoleLog(begun), isDone: isConsoleLog(done) },
        extend: (more: Readonly<Record<string, NodeSpec>>) => create(more, { graphId: graph.graphId }),
      };
    },
    loadGraph,
    runGraph,
    async stopGraph(graphId: string): Promise<void> {
      await line.runCommand('graph.stop', { graphId });
    },
    /** Creates a variable with a unique name. */
    async createVariable(type: string, value: unknown) {
      const id = createUniqueName('variable');
      const variable = { id, name: id, type, value };
      variables.add(id);
      await line.runCommand('variables.put', { variables: [variable] });
      return variable;
    },
    isConsoleLog,
    /** Announces to the runtime that the kit wants events of these kinds, until the audit ends. */
    async setEventInterest(...types: readonly string[]): Promise<void> {
      cleanupList.hasEventInterest = true;
      await line.runCommand('events.interest', { types });
    },
  };
};

export type LinkFixtures = ReturnType<typeof createLinkFixtures>;
