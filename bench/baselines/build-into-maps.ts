import { randomUUID } from 'node:crypto';

interface NodeSpec {
  readonly category: string;
  readonly tempId?: string;
}

interface ConnectionSpec {
  readonly from: string;
  readonly to: string;
}

interface MapsBuild {
  /** Nodes by their new ids. */
  readonly nodes: ReadonlyMap<string, NodeSpec>;
  readonly connections: ReadonlyMap<string, ConnectionSpec>;
}

/** Does the minimum work of a build: stores every node and connection of a build or bulk request body under a new id. */
export const buildIntoMaps = (body: unknown): MapsBuild => {
  const { nodes, connections } = parseBuildBody(body);
  return {
    nodes: new Map(nodes.map((node) => [randomUUID(), { ...node }])),
    connections: new Map(connections.map(({ from, to }) => [randomUUID(), { from, to }])),
  };
};

/** Creates the shortest useful response to a build as JSON: the ids of what was created. */
export const stringifyIds = ({ nodes, connections }: MapsBuild): string => {
  // Text is built directly, because an object with a thousand unusual keys takes milliseconds.
  const nodeIds = Array.from(nodes, ([id, { tempId = id }]) => `${JSON.stringify(tempId)}:"${id}"`);
  const connectionIds = Array.from(connections.keys(), (id) => `"${id}"`);
  return `{"nodeIds":{${nodeIds.join()}},"connectionIds":[${connectionIds.join()}]}`;
};

const parseBuildBody = (body: unknown) =>
  (Array.isArray(body) ? { nodes: body, connections: [] } : body) as {
    nodes: readonly NodeSpec[];
    connections: readonly ConnectionSpec[];
  };
