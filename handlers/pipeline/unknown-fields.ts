import * as z from 'zod';
import { getMaxItems } from '#spec/contract/max-items.ts';

/** A field or parameter that a schema does not declare. */
export interface UnknownField {
  /** The path to it: names, and `*` for an item of a list. */
  readonly within: readonly string[];
  /** The indexes of the list items on the path, from the outermost. */
  readonly indexes: readonly number[];
  readonly name: string;
  /** The names that are declared there. */
  readonly known: readonly string[];
}

/** Receives unknown fields, and returns whether to continue: an object may hold half a million names. */
interface UnknownFieldSink {
  report(field: UnknownField): boolean;
}

/** Reports every field of a value that its schema does not declare. It ignores values of the wrong type. */
type FindUnknownFields = (value: unknown, sink: UnknownFieldSink) => void;

type VisitValue = (value: unknown, indexes: number[], sink: UnknownFieldSink) => void;

/** For values that may hold anything, or are not objects. */
const visitNothing: VisitValue = () => {};

/**
 * Compiles a schema to a search for unknown names. Parsing with the schema a second time would double the cost of a
 * call.
 * @param rootName the name of the root
 * @param foldCase whether case is ignored
 */
export const createUnknownFieldFinder = (
  schema: z.ZodType,
  rootName: string,
  { foldCase = false }: { readonly foldCase?: boolean } = {},
): FindUnknownFields => {
  const fold = foldCase ? (name: string): string => name.toLowerCase() : (name: string): string => name;

  const lookInto = (part: unknown, within: readonly string[]): VisitValue => {
    if (part instanceof z.ZodObject) return lookIntoObject(part, within);
    if (part instanceof z.ZodArray)
      return visitItems(lookInto(part.element, [...within, '*']), getMaxItems(part));
    if (part instanceof z.ZodPipe) return lookInto(part.in, within);
    const isWrapper =
      part instanceof z.ZodOptional ||
      part instanceof z.ZodNullable ||
      part instanceof z.ZodDefault ||
      part instanceof z.ZodPrefault;
    return isWrapper ? lookInto(part.unwrap(), within) : visitNothing;
  };

  const lookIntoObject = ({ shape, def }: z.ZodObject, within: readonly string[]): VisitValue => {
    // Only objects that drop unknown fields need the search.
    if (def.catchall) return visitNothing;
    const known = Object.keys(shape);
    const visitors = new Map(known.map((name) => [fold(name), lookInto(shape[name], [...within, name])]));
    return (value, indexes, sink) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      for (const name in value) {
        const visit = visitors.get(fold(name));
        if (!visit) {
          if (!sink.report({ within, indexes: [...indexes], name, known })) return;
        } else if (visit !== visitNothing) visit(value[name as keyof typeof value], indexes, sink);
      }
    };
  };

  const visit = lookInto(schema, [rootName]);
  return (value, sink) => visit(value, [], sink);
};

/** A list that exceeds its limit is rejected as a whole, so its items aren't searched. */
const visitItems = (visit: VisitValue, most: number): VisitValue =>
  visit === visitNothing
    ? visitNothing
    : (value, indexes, sink) => {
        if (!Array.isArray(value) || value.length > most) return;
        for (let index = 0; index < value.length; index++) {
          indexes.push(index);
          visit(value[index], indexes, sink);
          indexes.pop();
        }
      };
