/**
 * Parses the categories of node types. The categories may be a list of records, a map keyed by name, or a list of
 * names. Their nodes may be records or enum values.
 */
import { isRecord, filterStrings } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import type { FieldLookup } from './field-source.ts';

export interface ParsedCategory {
  readonly name: string;
  readonly record: JsonRecord;
  /** The category's nodes, exactly as the target lists them. */
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

/** Converts an entry of a map that is keyed by enum value to a node. */
const toNodeEntry = ([enumValue, content]: [string, unknown]): unknown =>
  isRecord(content) ? { enumValue, ...content } : enumValue;

const listEnumValue = (node: unknown): readonly string[] =>
  filterStrings([isRecord(node) ? node.enumValue : node]);

/**
 * Returns the names in a catalog of types. The catalog may contain strings or named records, or may be a map whose keys
 * are the names.
 */
export const listTypeNames = (records: unknown, lookUp: FieldLookup): readonly string[] => {
  if (isRecord(records)) return Object.keys(records);
  if (!Array.isArray(records)) return [];
  return records.flatMap((element) =>
    filterStrings([
      isRecord(element) ? lookUp('type.name', element, {}, (value) => typeof value === 'string') : element,
    ]),
  );
};
