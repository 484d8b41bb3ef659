/** Finds the location of a field in several records of the same kind, from what its values must be. */
import { isRecord } from '../json.ts';
import { fieldCatalog } from '../target/field-readers/field-catalog.ts';
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { isInDomain } from '../target/field-readers/field-domains.ts';
import type { JsonRecord } from '../json.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';

/** A location that all records have, with the value of each record. */
interface Column {
  readonly expression: string;
  readonly values: readonly unknown[];
}

/** How deeply a field may be nested. */
const maxDepth = 3;

const namePattern = /^[A-Za-z_]\w*$/;

const toStep = (key: string): string => (namePattern.test(key) ? key : `\`${key}\``);

/** Lists the paths in a record, the outermost first. */
const listPaths = (record: JsonRecord): readonly string[] => {
  const paths: string[] = [];
  let level: readonly (readonly [string, JsonRecord])[] = [['', record]];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const entries = level.flatMap(([prefix, inner]) =>
      Object.entries(inner)
        .filter(([key]) => !key.includes('`'))
        .map(([key, value]) => [prefix + toStep(key), value] as const),
    );
    paths.push(...entries.map(([path]) => path));
    level = entries.flatMap(([path, value]) => (isRecord(value) ? [[`${path}.`, value] as const] : []));
  }
  return paths;
};

/**
 * Lists the locations at which every record has a value that the field can have: the usual locations in their order,
 * followed by all others, the outermost first.
 */
export const listColumns = (key: FieldName, records: readonly unknown[]): readonly Column[] => {
  const [first] = records;
  if (first === undefined) return [];
  const usual: readonly string[] = fieldCatalog[key].defaultLocations;
  const expressions = new Set([...usual, ...(isRecord(first) ? listPaths(first) : [])]);
  return [...expressions]
    .filter((expression) => expression !== '')
    .map((expression) => ({
      expression,
      values: records.map((record) => compileExpression(expression)(record)),
    }))
    .filter(({ values }) => values.every((value) => isInDomain(key, value)));
};

/**
 * Returns the first usual location whose values are suitable, or else the only other location. Returns `undefined` if
 * several others are suitable, unless the outermost is asked for.
 */
export const locateField = (
  key: FieldName,
  records: readonly unknown[],
  isSuitable: (values: readonly unknown[]) => boolean = () => true,
  { isOutermostEnough = false }: { readonly isOutermostEnough?: boolean } = {},
): string | undefined => {
  const usual: readonly string[] = fieldCatalog[key].defaultLocations;
  const columns = listColumns(key, records).filter(({ values }) => isSuitable(values));
  const [first, ...others] = columns;
  if (first === undefined) return undefined;
  return usual.includes(first.expression) || others.length === 0 || isOutermostEnough
    ? first.expression
    : undefined;
};

export const isDistinct = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => JSON.stringify(value))).size === values.length;
