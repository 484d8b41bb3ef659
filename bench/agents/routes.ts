/** What a program does with graphs by routes. */
import type { Call } from './by-rest.ts';

/** A graph to build, as tools take it. */
export interface Plan {
  readonly name: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly type: string;
    readonly values?: Readonly<Record<string, unknown>>;
  }[];
  /** As `a.Out -> b.In`. */
  readonly wires: readonly string[];
}

interface Port {
  readonly id: string;
  readonly name: string;
  readonly direction: string;
  readonly value?: unknown;
}

interface PlacedNode {
  readonly id: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly ports: readonly Port[];
}

export interface Graph {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly nodes: readonly PlacedNode[];
  readonly connections: readonly {
    readonly id: string;
    readonly outputPortId: string;
    readonly inputPortId: string;
  }[];
}

/** One call, as a batch takes it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Makes several calls in one, one after another. @returns what each of them answers */
export const batch = async <T>(call: Call, operations: readonly Operation[]): Promise<readonly T[]> => {
  const { results } = await call<{ results: { body: T }[] }>('POST', '/api/batch', { operations });
  return results.map(({ body }) => body);
};

/** How a graph is made that is still without nodes of its own. */
export const creation = ({ name }: Plan): Operation => ({
  method: 'POST',
  path: '/api/graphs',
  body: { name },
});

/** How a graph that is there gets nodes and wires, and is synchronised. */
export const addition = (
  { id, nodes: present }: Pick<Graph, 'id' | 'nodes'>,
  { nodes, wires }: Plan,
  answer: 'ids' | 'full' = 'ids',
): Operation => {
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
export const carryOut = <T>(call: Call, { method, path, body }: Operation): Promise<T> =>
  call(method, path, body);

/** Builds a graph and synchronises it. @returns its id */
export const build = async (call: Call, plan: Plan): Promise<string> => {
  const graph = await carryOut<Graph>(call, creation(plan));
  await carryOut(call, addition(graph, plan));
  return graph.id;
};

/** How a graph is begun that is synchronised. */
export const starting = (id: string): Operation => ({ method: 'POST', path: `/api/graphs/${id}/run` });

export const run = (call: Call, id: string): Promise<unknown> => carryOut(call, starting(id));

/** The id of a graph of which only the name is known. */
export const idOf = async (call: Call, name: string): Promise<string> => {
  const graphs = await call<Graph[]>('GET', '/api/graphs?include=id,name');
  return graphs.find((graph) => graph.name === name)?.id ?? '';
};

/** All of a graph of which only the name is known. */
export const readGraph = async (call: Call, name: string): Promise<Graph> =>
  call('GET', `/api/graphs/${await idOf(call, name)}`);

/** A port of a node of a graph, by names. */
export const portOf = (
  { nodes }: Pick<Graph, 'nodes'>,
  node: string,
  name: string,
  direction = 'input',
): string =>
  nodes
    .find(({ category }) => category === node)
    ?.ports.find((port) => port.name === name && port.direction === direction)?.id ?? '';

/** How long a client waits before it asks, so that it seldom asks in vain. */
const pauseMs = 300;
const patience = 40;

/** What a graph has said. */
export const linesOf = async (call: Call, id: string): Promise<readonly string[]> => {
  const path = `/api/console?graphId=${id}&include=message`;
  return (await call<{ message: string }[]>('GET', path)).map(({ message }) => message);
};

/** Asks for the console of a graph until it has a line so many times. @returns its lines @throws Error when it stays away */
export const untilSaid = async (call: Call, id: string, line: string, times = 1): Promise<string> => {
  let said: readonly string[] = [];
  for (let asked = 0; asked < patience; asked += 1) {
    await pause(pauseMs);
    said = await linesOf(call, id);
    if (said.filter((message) => message.includes(line)).length >= times) return said.join('\n');
  }
  throw new Error(`'${line}' was not said; the console has '${said.join(' / ')}'`);
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
