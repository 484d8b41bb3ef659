/** The node types that a target lists, whatever shape its categories show them in: only a few of their fields are stated. */
import { isRecord, filterRecords, filterStrings } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

/** A node type as its category lists it. */
interface ListedNode {
  readonly enumValue: string;
  readonly name: string | undefined;
  /** It calls this its enum value, where a text or a key may be another name. */
  readonly isStated: boolean;
}

export interface Category {
  readonly name: string;
  /** Those that tell their enum value. */
  readonly nodes: readonly ListedNode[];
  readonly record: JsonRecord;
}

/** A node type by itself, with the category that it was looked up in. */
export interface NodeType {
  readonly category: string;
  readonly enumValue: string;
  readonly record: JsonRecord;
}

/** Letters with their case turned round: a spelling that differs from any other. */
export const swapLetterCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

export const toNodeTypePath = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

/** A node type is a record, a text that is its enum value, or kept under that. */
const parseListedNodes = (nodes: unknown): readonly ListedNode[] => {
  const listed = isRecord(nodes)
    ? Object.entries(nodes).map(([key, node]) => (isRecord(node) ? { enumValue: key, ...node } : key))
    : Array.isArray(nodes)
      ? nodes
      : [];
  return listed.flatMap((node): readonly ListedNode[] => {
    if (typeof node === 'string') return [{ enumValue: node, name: undefined, isStated: false }];
    if (!isRecord(node) || typeof node.enumValue !== 'string') return [];
    const name = typeof node.name === 'string' ? node.name : undefined;
    return [{ enumValue: node.enumValue, name, isStated: true }];
  });
};

/** The categories in a list that have a name; empty where the list is none. */
export const parseCategories = (t: AuditTools, body: unknown): readonly Category[] =>
  filterRecords(t.fields.items(body)).flatMap((record) => {
    const name = t.fields.read(record, 'category.name');
    return typeof name === 'string'
      ? [{ name, record, nodes: parseListedNodes(t.fields.read(record, 'category.nodes')) }]
      : [];
  });

/** All categories with node types in them; a text that is no enum value names none that could be looked up. */
export const listCategories = async (t: AuditTools): Promise<readonly Category[]> => {
  const listed = parseCategories(t, await t.fixtures.readAll('/api/node-types'));
  const known = new Set(filterStrings(await t.fixtures.readAll('/api/node-types/enum-values')));
  const found = listed
    .map((category) => ({
      ...category,
      nodes: category.nodes.filter(({ enumValue, isStated }) => isStated || known.has(enumValue)),
    }))
    .filter(({ nodes }) => nodes.length > 0);
  return found.length > 0
    ? found
    : t.unverified(
        'listed categories with a name and nodes (choices.paths "category.name", "category.nodes")',
      );
};

/** All node types that a lookup finds, as it shows them: what a list shows of them is not stated. */
export const readAllNodeTypes = async (t: AuditTools): Promise<readonly NodeType[]> => {
  const found: NodeType[] = [];
  for (const { name: category, nodes } of await listCategories(t)) {
    for (const { enumValue } of nodes) {
      const reply = await t.http.get(toNodeTypePath(category, enumValue));
      if (reply.ok && isRecord(reply.json)) found.push({ category, enumValue, record: reply.json });
    }
  }
  return found.length > 0 ? found : t.unverified('a node type that is looked up');
};

/** The names of the ports in a node type record: in lists of records or texts, or keys. */
export const listPortNames = (t: AuditTools, { record }: NodeType): readonly string[] =>
  findPortLists(record).flatMap((ports): readonly string[] => {
    if (isRecord(ports))
      return Object.keys(ports).flatMap((key) =>
        isPortListKey(key) ? listNamesInPorts(t, ports[key]) : key,
      );
    return listNamesInPorts(t, ports);
  });

const listNamesInPorts = (t: AuditTools, ports: unknown): readonly string[] => {
  if (isRecord(ports)) return Object.keys(ports);
  return Array.isArray(ports)
    ? filterStrings(ports.map((port) => (isRecord(port) ? t.fields.read(port, 'port.name') : port)))
    : [];
};

const isPortListKey = (key: string): boolean => /^(in|out)(put)?s?(ports)?$|ports$/i.test(key);

/** What a node type record shows its ports in: one list, or one for either direction. */
export const findPortLists = (record: JsonRecord): readonly unknown[] =>
  Object.keys(record).flatMap((key) => (isPortListKey(key) ? [record[key]] : []));
