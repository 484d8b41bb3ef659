/**
 * Reads the node types that a target lists, regardless of the form of its categories. Only some fields of a node type
 * are documented.
 */
import { isRecord, filterRecords, filterStrings } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

/** A node type as its category lists it. */
interface ListedNode {
  readonly enumValue: string;
  readonly name: string | undefined;
  /** Whether a field explicitly contains the enum value. A string or a key may be another name of the node type. */
  readonly isStated: boolean;
}

export interface Category {
  readonly name: string;
  /** The node types that have an enum value. */
  readonly nodes: readonly ListedNode[];
  readonly record: JsonRecord;
}

/** A node type, with the category in which it was found. */
export interface NodeType {
  readonly category: string;
  readonly enumValue: string;
  readonly record: JsonRecord;
}

/** Swaps the case of all letters, which produces a spelling that differs from the usual spellings. */
export const swapLetterCase = (text: string): string =>
  [...text]
    .map((character) =>
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
    )
    .join('');

export const toNodeTypePath = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

/**
 * Parses node types that are given as records, as strings with the enum value, or as a record with the enum values as
 * keys.
 */
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

/** Returns the named categories in a list, or an empty list when the response is not a list. */
export const parseCategories = (t: AuditTools, body: unknown): readonly Category[] =>
  filterRecords(t.fields.items(body)).flatMap((record) => {
    const name = t.fields.read(record, 'category.name');
    return typeof name === 'string'
      ? [{ name, record, nodes: parseListedNodes(t.fields.read(record, 'category.nodes')) }]
      : [];
  });

/**
 * Returns all categories with their node types. Strings that are not enum values don't count, because they can't be
 * looked up.
 */
export const listCategories = async (t: AuditTools): Promise<readonly Category[]> => {
  const listed = parseCategories(t, await t.fixtures.readAll('/api/node-types'));
  const enumValues = new Set(filterStrings(await t.fixtures.readAll('/api/node-types/enum-values')));
  const categories = listed
    .map((category) => ({
      ...category,
      nodes: category.nodes.filter(({ enumValue, isStated }) => isStated || enumValues.has(enumValue)),
    }))
    .filter(({ nodes }) => nodes.length > 0);
  return categories.length > 0
    ? categories
    : t.unverified(
        'listed categories with a name and nodes (choices.paths "category.name", "category.nodes")',
      );
};

/**
 * Reads every node type with a separate lookup, because the description does not specify which parts of a node type a
 * list contains.
 */
export const readAllNodeTypes = async (t: AuditTools): Promise<readonly NodeType[]> => {
  const found: NodeType[] = [];
  for (const { name: category, nodes } of await listCategories(t)) {
    for (const { enumValue } of nodes) {
      const reply = await t.http.get(toNodeTypePath(category, enumValue));
      if (reply.ok && isRecord(reply.json)) found.push({ category, enumValue, record: reply.json });
    }
  }
  return found.length > 0 ? found : t.unverified('a node type that can be looked up');
};

/** Returns the port names of a created node of each type, keyed by enum value in lower case. */
export const readPortNames = async (t: AuditTools): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map(
    (await t.fixtures.palette()).nodes.map(({ category, ports }) => [
      category.toLowerCase(),
      filterStrings(ports.map(({ name }) => name)),
    ]),
  );
