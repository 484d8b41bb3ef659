/** The nodes that a new graph holds, known by whatever their records tell of their type. */
import { isRecord, filterRecords } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';

export const defaultNodes = ['Start', 'OnNewFrame'] as const;

type DefaultNode = (typeof defaultNodes)[number];

const normalizeName = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();

/** Whether a text of a node record is the name of a default node, blanks and letter case aside. */
export const hasDefaultNodeName = (node: unknown, name: DefaultNode): boolean =>
  isRecord(node) &&
  Object.values(node).some(
    (value) => typeof value === 'string' && normalizeName(value) === normalizeName(name),
  );

/** The enum values of the node types that have the name of a default node. */
const findEnumValues = async (t: AuditTools, name: DefaultNode): Promise<readonly unknown[]> => {
  const found = await t.http.get(`/api/node-types/search?q=${name}`);
  return filterRecords(t.fields.items(found.json))
    .filter((type) => hasDefaultNodeName(type, name))
    .map(({ enumValue }) => enumValue)
    .filter((value) => value !== undefined);
};

/** The default node of a name: its record says so, or the type that its category names does. */
export const findDefaultNode = async <T extends { readonly category?: unknown }>(
  t: AuditTools,
  nodes: readonly T[],
  name: DefaultNode,
): Promise<T | undefined> => {
  const known = nodes.find((node) => hasDefaultNodeName(node, name));
  if (known) return known;
  const values = await findEnumValues(t, name);
  return nodes.find(({ category }) => values.includes(category));
};
