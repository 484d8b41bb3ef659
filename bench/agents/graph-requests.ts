/** What a program does with graphs by routes. */
import type { RestCall } from './rest-agent.ts';

/** A graph to build, as tools take it. */
export interface GraphSpec {
  readonly name: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly type: string;
    readonly values?: Readonly<Record<string, unknown>>;
  }[];
  /** As `a.Out -> b.In`. */
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

/** One call, as a batch takes it. */
export interface BatchOperation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Makes several calls in one, one after another. @returns what each of them answers */
export const sendBatch = async <T>(
  call: RestCall,
  operations: readonly BatchOperation[],
): Promise<readonly T[]> => {
  const { results } = await call<{ results: { body: T }[] }>('POST', '/api/batch', { operations });
  return results.map(({ body }) => body);
};

/** How a graph is made that is still without nodes of its own. */
export const buildCreateRequest = ({ name }: GraphSpec): BatchOperation => ({
  method: 'POST',
  path: '/api/graphs',
  body: { name },
});

/** How a graph that is there gets nodes and wires, and is synchronised. */
export const buildAddNodesRequest = (
  { id, nodes: present }: Pick<Graph, 'id' | 'nodes'>,
  { nodes, wires }: GraphSpec,
  answer: 'ids' | 'full' = 'ids',
): BatchOperation => {
  const idOf = (name: string) => present.find(({ category }) => category === name)?.id ?? name;
  const end = (text: string): string => {
    const [node = '', port = ''] = text.split('.');
    return `${idOf(node)}/${port}`;
  };
  return {
    method: 'POST',
    path: `/api/graphs/${id}/build?${answer === 'ids' ? 'return=ids&' : ''}sync=true`,
    body: {
      nodes: nodes.map((node) => ({ tempId: node.id, category: node.type, ports: node.values ?? {} })),
      connections: wires.map((wire) => {
        const [from = '', to = ''] = wire.split(' -> ');
        return { from: end(from), to: end(to) };
      }),
    },
  };
};

/** Makes one call. @returns what it answers */
export const sendRequest = <T>(call: RestCall, { method, path, body }: BatchOperation): Promise<T> =>
  call(method, path, body);

/** Builds a graph and synchronises it. @returns its id */
export const createAndBuildGraph = async (call: RestCall, plan: GraphSpec): Promise<string> => {
  const graph = await sendRequest<Graph>(call, buildCreateRequest(plan));
  await sendRequest(call, buildAddNodesRequest(graph, plan));
  return graph.id;
};

/** How a graph is begun that is synchronised. */
export const buildStartRequest = (id: string): BatchOperation => ({
  method: 'POST',
  path: `/api/graphs/${id}/run`,
});

export const startGraph = (call: RestCall, id: string): Promise<unknown> =>
  sendRequest(call, buildStartRequest(id));

/** The id of a graph of which only the name is known. */
export const findGraphId = async (call: RestCall, name: string): Promise<string> => {
  const graphs = await call<Graph[]>('GET', '/api/graphs?include=id,name');
  return graphs.find((graph) => graph.name === name)?.id ?? '';
};

/** All of a graph of which only the name is known. */
export const readGraph = async (call: RestCall, name: string): Promise<Graph> =>
  call('GET', `/api/graphs/${await findGraphId(call, name)}`);

/** A port of a node of a graph, by names. */
export const findPort = (
  { nodes }: Pick<Graph, 'nodes'>,
  node: string,
  name: string,
  direction = 'input',
): string =>
  nodes
    .find(({ category }) => category === node)
    ?.ports.find((port) => port.name === name && port.direction === direction)?.id ?? '';

/** How long a client waits before it asks, so that it seldom asks in vain. */
const pollIntervalMs = 300;
const maxPolls = 40;

/** What a graph has said. */
export const readConsoleLines = async (call: RestCall, id: string): Promise<readonly string[]> => {
  const path = `/api/console?graphId=${id}&include=message`;
  return (await call<{ message: string }[]>('GET', path)).map(({ message }) => message);
};

/** Asks for the console of a graph until it has a line so many times. @returns its lines @throws Error when it stays away */
export const waitForConsoleLine = async (
  call: RestCall,
  id: string,
  line: string,
  times = 1,
): Promise<string> => {
  let said: readonly string[] = [];
  for (let asked = 0; asked < maxPolls; asked += 1) {
    await wait(pollIntervalMs);
    said = await readConsoleLines(call, id);
    if (said.filter((message) => message.includes(line)).length >= times) return said.join('\n');
  }
  throw new Error(`'${line}' was not said; the console has '${said.join(' / ')}'`);
};

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
