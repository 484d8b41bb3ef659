import * as z from 'zod';
import { getMaxItems } from '#spec/contract/max-items.ts';

/** A field or parameter that a schema does not declare. */
export interface UnknownField {
  /** The path to the object that contains the field: field names, and `*` for an item of a list. */
  readonly parentPath: readonly string[];
  /** The indexes of the list items along the path, outermost first. */
  readonly indexes: readonly number[];
  readonly name: string;
  /** The names that the schema declares for this object. */
  readonly validNames: readonly string[];
}

/**
 * Receives unknown fields, and returns whether the search should continue. The search can stop early, because an object
 * may have half a million names.
 */
interface UnknownFieldCollector {
  report(field: UnknownField): boolean;
}

/** Reports every field of a value that the schema does not declare. Values of the wrong type are ignored. */
type FindUnknownFields = (value: unknown, collector: UnknownFieldCollector) => void;

type VisitValue = (value: unknown, indexes: number[], collector: UnknownFieldCollector) => void;

/** Used for values that may contain anything, and for values that are not objects. */
const visitNothing: VisitValue = () => {};

/**
 * Compiles a schema into a function that finds unknown names. Parsing with the schema a second time would double the
 * cost of a call.
 * @param rootName the name of the root in field paths
 * @param foldCase whether to ignore letter case in names
 */
export const createUnknownFieldFinder = (
  schema: z.ZodType,
  rootName: string,
  { foldCase = false }: { readonly foldCase?: boolean } = {},
): FindUnknownFields => {
  const fold = foldCase ? (name: string): string => name.toLowerCase() : (name: string): string => name;

  const compileVisitor = (subschema: unknown, parentPath: readonly string[]): VisitValue => {
    if (subschema instanceof z.ZodObject) return compileObjectVisitor(subschema, parentPath);
    if (subschema instanceof z.ZodArray)
      return visitItems(compileVisitor(subschema.element, [...parentPath, '*']), getMaxItems(subschema));
    if (subschema instanceof z.ZodPipe) return compileVisitor(subschema.in, parentPath);
    const isWrapper =
      subschema instanceof z.ZodOptional ||
      subschema instanceof z.ZodNullable ||
      subschema instanceof z.ZodDefault ||
      subschema instanceof z.ZodPrefault;
    return isWrapper ? compileVisitor(subschema.unwrap(), parentPath) : visitNothing;
  };

  const compileObjectVisitor = ({ shape, def }: z.ZodObject, parentPath: readonly string[]): VisitValue => {
    // Objects with a catchall keep unknown fields, so they need no search.
    if (def.catchall) return visitNothing;
    const validNames = Object.keys(shape);
    const visitors = new Map(
      validNames.map((name) => [fold(name), compileVisitor(shape[name], [...parentPath, name])]),
    );
    return (value, indexes, collector) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      for (const name in value) {
        const visit = visitors.get(fold(name));
        if (!visit) {
          if (!collector.report({ parentPath, indexes: [...indexes], name, validNames })) return;
        } else if (visit !== visitNothing) visit(value[name as keyof typeof value], indexes, collector);
      }
    };
  };

  const visit = compileVisitor(schema, [rootName]);
  return (value, collector) => visit(value, [], collector);
};

/**
 * Creates a function that searches the items of a list. A list that exceeds its limit is skipped, because it is
 * rejected as a whole.
 */
const visitItems = (visit: VisitValue, maxItems: number): VisitValue =>
  visit === visitNothing
    ? visitNothing
    : (value, indexes, collector) => {
        if (!Array.isArray(value) || value.length > maxItems) return;
        for (let index = 0; index < value.length; index++) {
          indexes.push(index);
          visit(value[index], indexes, collector);
          indexes.pop();
        }
      };
