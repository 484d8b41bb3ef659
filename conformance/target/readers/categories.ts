/** The categories of node types: records in a list, a map by name, or names alone; their nodes records or enum values. */
import { isRecord, stringsOf } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import type { Look } from './source.ts';

export interface ReadCategory {
  readonly name: string;
  readonly record: JsonRecord;
  /** What it lists of its nodes, as it lists them. */
  readonly nodes: readonly unknown[];
  readonly enumValues: readonly string[];
}

export const categoriesIn = (body: unknown, items: readonly unknown[] | undefined, look: Look) => {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const categoryOf = (name: string, content: unknown): ReadCategory => {
    const listed = Array.isArray(content) ? content : look('category.nodes', content, {}, isFilled);
    const nodes = Array.isArray(listed) ? listed : Object.entries(isRecord(listed) ? listed : {}).map(named);
    return { name, record: isRecord(content) ? content : {}, nodes, enumValues: nodes.flatMap(enumValueOf) };
  };
  if (items) {
    return items.flatMap((item): readonly ReadCategory[] => {
      if (typeof item === 'string') return [categoryOf(item, {})];
      const name = look('category.name', item, {}, isText);
      return typeof name === 'string' ? [categoryOf(name, item)] : [];
    });
  }
  return isRecord(body) ? Object.entries(body).map(([name, content]) => categoryOf(name, content)) : [];
};

const isFilled = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A node of a map by enum value. */
const named = ([enumValue, content]: [string, unknown]): unknown =>
  isRecord(content) ? { enumValue, ...content } : enumValue;

const enumValueOf = (node: unknown): readonly string[] => stringsOf([isRecord(node) ? node.enumValue : node]);

/** The names in a catalog of types: texts, records that are named, or the keys of a map. */
export const namesIn = (listed: unknown, look: Look): readonly string[] => {
  if (isRecord(listed)) return Object.keys(listed);
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((element) =>
    stringsOf([
      isRecord(element) ? look('type.name', element, {}, (value) => typeof value === 'string') : element,
    ]),
  );
};
