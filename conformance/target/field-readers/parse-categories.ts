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

export const parseCategories = (body: unknown, items: readonly unknown[] | undefined, look: FieldLookup) => {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const categoryOf = (name: string, content: unknown): ParsedCategory => {
    const listed = Array.isArray(content) ? content : look('category.nodes', content, {}, isContainer);
    const nodes = Array.isArray(listed)
      ? listed
      : Object.entries(isRecord(listed) ? listed : {}).map(toNodeEntry);
    return {
      name,
      record: isRecord(content) ? content : {},
      nodes,
      enumValues: nodes.flatMap(listEnumValue),
    };
  };
  if (items) {
    return items.flatMap((item): readonly ParsedCategory[] => {
      if (typeof item === 'string') return [categoryOf(item, {})];
      const name = look('category.name', item, {}, isText);
      return typeof name === 'string' ? [categoryOf(name, item)] : [];
    });
  }
  return isRecord(body) ? Object.entries(body).map(([name, content]) => categoryOf(name, content)) : [];
};

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A node in a map by enum value. */
const toNodeEntry = ([enumValue, content]: [string, unknown]): unknown =>
  isRecord(content) ? { enumValue, ...content } : enumValue;

const listEnumValue = (node: unknown): readonly string[] =>
  filterStrings([isRecord(node) ? node.enumValue : node]);

/** Lists the names in a catalog of types: texts, named records, or the keys of a map. */
export const listTypeNames = (listed: unknown, look: FieldLookup): readonly string[] => {
  if (isRecord(listed)) return Object.keys(listed);
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((element) =>
    filterStrings([
      isRecord(element) ? look('type.name', element, {}, (value) => typeof value === 'string') : element,
    ]),
  );
};
