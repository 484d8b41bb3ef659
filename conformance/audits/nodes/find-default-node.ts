/** Finds the default nodes of a new graph by any field of their records that reveals their type. */
import { isRecord, filterRecords } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';

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
