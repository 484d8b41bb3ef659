/** Helpers with which a program builds, runs and reads graphs over REST. */
import type { RestCall } from './rest-agent.ts';

/** A graph to build, in the format of the MCP tools. */
export interface GraphSpec {
  readonly name: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly type: string;
    readonly values?: Readonly<Record<string, unknown>>;
  }[];
  /** Connections, each in the form `a.Out -> b.In`. */
  readonly wires: readonly string[];
}

interface GraphPort {
  readonly id: string;
  readonly name: string;
  readonly direction: string;
  readonly value?: unknown;
}

interface GraphNode {
  readonly id: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly ports: readonly GraphPort[];
}

export interface Graph {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly nodes: readonly GraphNode[];
  readonly connections: readonly {
    readonly id: string;
    readonly outputPortId: string;
    readonly inputPortId: string;
  }[];
}

export interface BatchOperation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Runs several calls in sequence in one batch request.
 * @returns the response body of each call
 */
export const sendBatch = async <T>(
  call: RestCall,
  operations: readonly BatchOperation[],
): Promise<readonly T[]> => {
  const { results } = await call<{ results: { body: T }[] }>('POST', '/api/batch', { operations });
  return results.map(({ body }) => body);
};

export const buildCreateRequest = ({ name }: GraphSpec): BatchOperation => ({
  method: 'POST',
  path: '/api/graphs',
  body: { name },
});

/** Builds the request that adds nodes and connections to an existing graph and synchronizes the graph. */
export const buildAddNodesRequest = (
  { id, nodes: existing }: Pick<Graph, 'id' | 'nodes'>,
  { nodes, wires }: GraphSpec,
  returned: 'ids' | 'full' = 'ids',
): BatchOperation => {
  const getId = (name: string) => existing.find(({ category }) => category === name)?.id ?? name;
  const end = (text: string): string => {
    const [node = '', port = ''] = text.split('.');
    return `${getId(node)}/${port}`;
  };
  return {
    method: 'POST',
    path: `/api/graphs/${id}/build?${returned === 'ids' ? 'return=ids&' : ''}sync=true`,
    body: {
      nodes: nodes.map((node) => ({ tempId: node.id, category: node.type, ports: node.values ?? {} })),
      connections: wires.map((connection) => {
        const [from = '', to = ''] = connection.split(' -> ');
        return { from: end(from), to: end(to) };
      }),
    },
  };
};

export const sendRequest = <T>(call: RestCall, { method, path, body }: BatchOperation): Promise<T> =>
  call(method, path, body);

/**
 * Creates, builds and synchronizes a graph.
 * @returns the graph's id
 */
export const createAndBuildGraph = async (call: RestCall, plan: GraphSpec): Promise<string> => {
  const graph = await sendRequest<Graph>(call, buildCreateRequest(plan));
  await sendRequest(call, buildAddNodesRequest(graph, plan));
  return graph.id;
};

/** Builds the request that starts a graph. The graph must already be synchronized. */
export const buildStartRequest = (id: string): BatchOperation => ({
  method: 'POST',
  path: `/api/graphs/${id}/run`,
});

export const startGraph = (call: RestCall, id: string): Promise<unknown> =>
  sendRequest(call, buildStartRequest(id));

/** Finds the id of the graph with a given name. */
export const findGraphId = async (call: RestCall, name: string): Promise<string> => {
  const graphs = await call<Graph[]>('GET', '/api/graphs?include=id,name');
  return graphs.find((graph) => graph.name === name)?.id ?? '';
};

export const readGraph = async (call: RestCall, name: string): Promise<Graph> =>
  call('GET', `/api/graphs/${await findGraphId(call, name)}`);

/** Finds a port by its own name and the name of its node. */
export const findPort = (
  { nodes }: Pick<Graph, 'nodes'>,
  node: string,
  name: string,
  direction = 'input',
): string =>
  nodes
    .find(({ category }) => category === node)
    ?.ports.find((port) => port.name === name && port.direction === direction)?.id ?? '';

/** Milliseconds between polls. The interval is long enough that the result is usually available at the next poll. */
const pollIntervalMs = 300;
const maxPolls = 40;

export const readConsoleLines = async (call: RestCall, id: string): Promise<readonly string[]> => {
  const path = `/api/console?graphId=${id}&include=message`;
  return (await call<{ message: string }[]>('GET', path)).map(({ message }) => message);
};

/**
 * Polls a graph's console until a line has appeared a given number of times.
 * @returns the console lines
 * @throws Error when the line does not appear in time
 */
export const waitForConsoleLine = async (
  call: RestCall,
  id: string,
  line: string,
  times = 1,
): Promise<string> => {
  let lines: readonly string[] = [];
  for (let poll = 0; poll < maxPolls; poll += 1) {
    await wait(pollIntervalMs);
    lines = await readConsoleLines(call, id);
    if (lines.filter((message) => message.includes(line)).length >= times) return lines.join('\n');
  }
  throw new Error(`'${line}' was not said; the console has '${lines.join(' / ')}'`);
};

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
