/**
 * Parses the categories of node types: records in a list, a map by name, or only names. Their nodes are records or enum
 * values.
 */
import { isRecord, filterStrings } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import type { FieldLookup } from './field-source.ts';

export interface ParsedCategory {
  readonly name: string;
  readonly record: JsonRecord;
  /** Its nodes, as listed. */
  readonly nodes: readonly unknown[];
  readonly enumValues: readonly string[];
}

export const parseCategories = (
  body: unknown,
  items: readonly unknown[] | undefined,
  lookUp: FieldLookup,
) => {
  const isString = (value: unknown): boolean => typeof value === 'string';
  const toCategory = (name: string, content: unknown): ParsedCategory => {
    const entries = Array.isArray(content) ? content : lookUp('category.nodes', content, {}, isContainer);
    const nodes = Array.isArray(entries)
      ? entries
      : Object.entries(isRecord(entries) ? entries : {}).map(toNodeEntry);
    return {
      name,
      record: isRecord(content) ? content : {},
      nodes,
      enumValues: nodes.flatMap(listEnumValue),
    };
  };
  if (items) {
    return items.flatMap((item): readonly ParsedCategory[] => {
      if (typeof item === 'string') return [toCategory(item, {})];
      const name = lookUp('category.name', item, {}, isString);
      return typeof name === 'string' ? [toCategory(name, item)] : [];
    });
  }
  return isRecord(body) ? Object.entries(body).map(([name, content]) => toCategory(name, content)) : [];
};

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A node in a map by enum value. */
const toNodeEntry = ([enumValue, content]: [string, unknown]): unknown =>
  isRecord(content) ? { enumValue, ...content } : enumValue;

const listEnumValue = (node: unknown): readonly string[] =>
  filterStrings([isRecord(node) ? node.enumValue : node]);

/** Lists the names in a catalog of types: texts, named records, or the keys of a map. */
export const listTypeNames = (records: unknown, lookUp: FieldLookup): readonly string[] => {
  if (isRecord(records)) return Object.keys(records);
  if (!Array.isArray(records)) return [];
  return records.flatMap((element) =>
    filterStrings([
      isRecord(element) ? lookUp('type.name', element, {}, (value) => typeof value === 'string') : element,
    ]),
  );
};
