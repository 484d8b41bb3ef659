/**
 * Infers the field that contains a port's name: a string that is unique among the ports of a node, and equal in all
 * nodes of a type.
 */
import { isRecord } from '../../json.ts';
import { compileExpression } from './jsonata-expression.ts';
import { isQuotable, toPathStep } from './path-expression.ts';
import type { JsonRecord } from '../../json.ts';

/** The ports of two nodes of the same type. */
export type SampleNodePair = readonly [readonly JsonRecord[], readonly JsonRecord[]];

/**
 * Returns the only path that is suitable for a port name, or the only suitable path whose strings also occur in the
 * node type's record. Returns `undefined` if no such path or more than one path remains.
 */
export const inferNamePath = (
  pairs: readonly SampleNodePair[],
  texts: ReadonlySet<unknown>,
): string | undefined => {
  const paths = new Set(pairs.flatMap(([ports]) => ports.flatMap((port) => listTextPaths(port))));
  const candidates = [...paths].filter((path) => pairs.every((pair) => isNamePath(pair, path)));
  const preferred = candidates.filter((path) =>
    pairs.every(([ports]) => ports.every((port) => texts.has(getTextAt(port, path)))),
  );
  const [path, ...otherPaths] = preferred.length > 0 ? preferred : candidates;
  return otherPaths.length === 0 ? path : undefined;
};

const isNamePath = ([one, second]: SampleNodePair, path: string): boolean => {
  const names = one.map((port) => getTextAt(port, path));
  const otherNames = second.map((port) => getTextAt(port, path));
  return (
    !names.includes(undefined) &&
    new Set(names).size === names.length &&
    names.toSorted().join('\n') === otherNames.toSorted().join('\n')
  );
};

const getTextAt = (port: JsonRecord, path: string): string | undefined => {
  const value = compileExpression(path)(port);
  return typeof value === 'string' ? value : undefined;
};

const listTextPaths = (record: JsonRecord, prefix = ''): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    if (!isQuotable(key)) return [];
    const path = prefix + toPathStep(key);
    if (typeof value === 'string' && key !== 'id' && key !== 'type') return [path];
    return isRecord(value) && prefix === '' ? listTextPaths(value, `${path}.`) : [];
  });
