import { filterRecords, filterStrings, isRecord, walkJson } from '../../json.ts';
import { isId } from '../../target/id.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';
import type { AuditTools } from '../../audit.ts';

/** Reads the documented parts of a graph's nodes: the ids and types of the nodes and their ports. */
export const readNodeStructure = async (t: AuditTools, graph: TargetGraph) =>
  (await t.fixtures.listNodes(graph)).map(({ id, category, ports }) => ({
    id,
    category,
    ports: ports.map((port) => ({ id: port.id, type: port.type })),
  }));

/** Reads the documented parts of a graph: its nodes, and the ports of each connection. */
export const readGraphStructure = async (t: AuditTools, graph: TargetGraph) => {
  const nodes = await readNodeStructure(t, graph);
  const ports = new Set(nodes.flatMap((node) => node.ports.map(({ id }) => String(id))));
  const connections = (await t.fixtures.listConnections(graph)).map((connection) =>
    [...new Set([...walkJson(connection)].filter(isId).map(String))]
      .filter((id) => ports.has(id))
      .sort()
      .join(' '),
  );
  return { nodes, wires: connections };
};

export const defaultNodes = ['Start', 'OnNewFrame'] as const;

type DefaultNode = (typeof defaultNodes)[number];

const normalizeName = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();

/** Whether a string in a node record is the name of a default node, ignoring spaces and letter case. */
export const hasDefaultNodeName = (node: unknown, name: DefaultNode): boolean =>
  isRecord(node) &&
  Object.values(node).some(
    (value) => typeof value === 'string' && normalizeName(value) === normalizeName(name),
  );

/** Returns the enum values of the node types that have the name of a default node. */
const findEnumValues = async (t: AuditTools, name: DefaultNode): Promise<readonly unknown[]> => {
  const searchReply = await t.http.get(`/api/node-types/search?q=${name}`);
  return filterRecords(t.fields.items(searchReply.json))
    .filter((type) => hasDefaultNodeName(type, name))
    .map(({ enumValue }) => enumValue)
    .filter((value) => value !== undefined);
};

/** Finds the default node with a given name, either by the node's record or by the type that its category names. */
export const findDefaultNode = async <T extends { readonly category?: unknown }>(
  t: AuditTools,
  nodes: readonly T[],
  name: DefaultNode,
): Promise<T | undefined> => {
  const defaultNode = nodes.find((node) => hasDefaultNodeName(node, name));
  if (defaultNode) return defaultNode;
  const values = await findEnumValues(t, name);
  return nodes.find(({ category }) => values.includes(category));
};

/** Data types that every implementation has and whose values need not be secret. */
const plainDataTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3'];

/** Whether a node has only plain inputs and outputs, so that a graph may contain several nodes of its type. */
const isPlainNode = (node: TargetNode): boolean =>
  !defaultNodes.some((name) => hasDefaultNodeName(node.record, name) || name === node.category) &&
  node.ports.length > 0 &&
  node.ports.every(({ type, record }) => plainDataTypes.includes(type) && record.isSensitive !== true);

/** Finds a node type for which the target allows any number of nodes. */
export const chooseNodeType = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.fixtures.palette();
  const found = nodes.find(isPlainNode) ?? nodes.find(({ ports }) => ports.length > 0);
  return found?.category ?? t.unverified('a node type that can be created');
};

/** Returns the result of {@link chooseNodeType}, or the first listed node type when no created node could be parsed. */
export const chooseListedNodeType = async (t: AuditTools): Promise<string> => {
  if ((await t.fixtures.palette()).nodes.length > 0) return chooseNodeType(t);
  const [first] = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  return first ?? t.unverified('the enum values');
};
