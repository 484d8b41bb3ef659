/** Graphs and variables for audits, each with names of their own. */
import type { Told } from './connection.ts';
import type { Line } from './line.ts';

type NodeSketch = string | readonly [category: string, values: Readonly<Record<string, unknown>>];

interface GraphSketch {
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

export interface LinkLab {
  /** An id that is used nowhere else in this run. */
  fresh(name: string): string;
  /**
   * A graph from nodes by id and wires written `start.Out > log.In`.
   * @param options an id to take the place of what is loaded under it, and disabled ports by node
   */
  sketch(
    nodes: Readonly<Record<string, NodeSketch>>,
    wires?: readonly string[],
    options?: {
      readonly graphId?: string;
      readonly disabled?: Readonly<Record<string, readonly string[]>>;
    },
  ): GraphSketch;
  /** A graph that writes a message of its own to the console when it starts, or in each frame. */
  logging(trigger: 'Start' | 'OnNewFrame'): { readonly message: string; readonly graph: GraphSketch };
  load(graph: GraphSketch): Promise<void>;
  /** Loads and starts a graph. @returns the place behind which its events come, and the stamp of the start */
  run(graph: GraphSketch): Promise<{ readonly from: number; readonly tick: unknown }>;
  stop(graphId: string): Promise<void>;
  /** Makes a variable, by a name of its own. */
  variable(type: string, value: unknown): Promise<Variable>;
  /** Whether an event is the console entry with this text. */
  logOf(message: string): (event: Told) => boolean;
  /** Names the kinds that somebody listens to, until the audit ends. */
  listen(...types: readonly string[]): Promise<void>;
}

let made = 0;

/** What is to be taken away again. */
export interface Litter {
  readonly graphs: Set<string>;
  readonly variables: Set<string>;
  listens: boolean;
}

export const createLab = (line: Line, litter: Litter): LinkLab => {
  const { graphs, variables } = litter;
  const fresh = (name: string): string => {
    made += 1;
    return `conformance-${name}-${made}`;
  };
  const load: LinkLab['load'] = async (graph) => {
    graphs.add(graph.graphId);
    await line.done('graph.load', { graph });
  };
  const sketch: LinkLab['sketch'] = (
    nodes,
    wires = [],
    { graphId = fresh('graph'), disabled = {} } = {},
  ) => ({
    ...{ graphId, name: graphId, version: fresh('version') },
    nodes: Object.entries(nodes).map(([id, node]) => {
      const [category, values] = typeof node === 'string' ? [node, {}] : node;
      const ports = disabled[id];
      return { id: `${graphId}-${id}`, category, values, ...(ports && { disabled: ports }) };
    }),
    connections: wires.map((wire) => {
      const [from, to] = wire.split(' > ').map((end) => {
        const [id, port] = end.split('.');
        return [`${graphId}-${id}`, port];
      });
      return { from, to };
    }),
  });
  return {
    fresh,
    sketch,
    logging(trigger) {
      const message = fresh('message');
      const nodes = { trigger, log: ['LogConsole', { Message: message }] } as const;
      return { message, graph: sketch(nodes, ['trigger.Out > log.In']) };
    },
    load,
    async run(graph) {
      await load(graph);
      const from = line.mark();
      const { result } = await line.done('graph.run', { graphId: graph.graphId });
      return { from, tick: result.tick };
    },
    async listen(...types) {
      litter.listens = true;
      await line.done('events.interest', { types });
    },
    async stop(graphId) {
      await line.done('graph.stop', { graphId });
    },
    async variable(type, value) {
      const id = fresh('variable');
      const variable = { id, name: id, type, value };
      variables.add(id);
      await line.done('variables.put', { variables: [variable] });
      return variable;
    },
    logOf:
      (message) =>
      ({ type, data }) =>
        type === 'console.log' && data.message === message,
  };
};
