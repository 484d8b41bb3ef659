/**
 * Generates expressions for the places that may contain a port's direction. The expressions are derived from the
 * contents of samples.
 */
import { isRecord } from '../../json.ts';
import { toPathStep } from './path-expression.ts';
import type { RecordContext } from './jsonata-expression.ts';
import type { JsonRecord } from '../../json.ts';

export interface PortSample {
  readonly record: JsonRecord;
  readonly context: RecordContext;
}

/**
 * Returns all candidate expressions without duplicates: for places on the port, in its list, on the node, and in the
 * node's type.
 */
export const listDirectionExpressions = (
  samples: readonly PortSample[],
  nameField: string,
): readonly string[] => {
  const expressions = new Set<string>();
  for (const { record, context } of samples) {
    for (const path of listScalarPaths(record)) expressions.add(path);
    if (context.list !== undefined) expressions.add('list');
    for (const source of ['node', 'nodeType'] as const) {
      for (const path of listLookups(source, context[source] ?? {}, nameField)) expressions.add(path);
    }
  }
  return [...expressions];
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== null;

const listScalarPaths = (record: JsonRecord, prefix = ''): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const path = `${prefix}${toPathStep(key)}`;
    if (isScalar(value)) return [path];
    return isRecord(value) && prefix === '' ? listScalarPaths(value, `${path}.`) : [];
  });

/** Returns expressions for the lists and maps that may contain a port by its id or name. */
const listLookups = (path: string, record: JsonRecord, nameField: string, depth = 0): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const childPath = `${path}.${toPathStep(key)}`;
    if (Array.isArray(value)) return listLookupsInList(childPath, value, nameField);
    if (!isRecord(value)) return [];
    const deeper = depth < 1 ? listLookups(childPath, value, nameField, depth + 1) : [];
    return [...listLookupsInMap(childPath, value, nameField), ...deeper];
  });

const listLookupsInList = (path: string, list: readonly unknown[], nameField: string): readonly string[] => {
  const [first] = list;
  if (isScalar(first)) return [`id in ${path}`, `${nameField} in ${path}`];
  if (!isRecord(first)) return [];
  const keys = Object.keys(first)
    .filter((key) => isScalar(first[key]))
    .map(toPathStep);
  return keys.flatMap((key) => {
    const otherKeys = keys.filter((candidate) => candidate !== key);
    return [
      { own: 'id', isPossible: /id$/i.test(key) },
      { own: nameField, isPossible: !/id$/i.test(key) && key !== 'type' },
    ].flatMap(({ own: identifier, isPossible }) =>
      isPossible
        ? [
            `${identifier} in ${path}.${key}`,
            ...otherKeys.map((otherKey) => `${path}[${key} = $$.${identifier}].${otherKey}`),
          ]
        : [],
    );
  });
};

const listLookupsInMap = (path: string, map: JsonRecord, nameField: string): readonly string[] => {
  const inner = Object.values(map).find(isRecord) ?? {};
  const parts = [
    '',
    ...Object.keys(inner)
      .filter((key) => isScalar(inner[key]))
      .map((key) => `.${toPathStep(key)}`),
  ];
  return [nameField, '$string(id)'].flatMap((identifier) => [
    `${identifier} in $keys(${path})`,
    ...parts.map((part) => `$lookup(${path}, ${identifier})${part}`),
  ]);
};
