import { isDeepEqual } from '../../values/json-equality.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { limitList } from '../dsl/value-limits.ts';
import { countPort, expandNumberedPorts, maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { boolean, generic, integer, list, string } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Returns the rank by which values of different types are sorted, in ascending order. */
const getTypeRank = (value: Json): number => {
  if (value === null) return 0;
  return ['boolean', 'number', 'string', 'object'].indexOf(typeof value) + 1;
};

const compareValues = (a: Json, b: Json): number => {
  const ranks = getTypeRank(a) - getTypeRank(b);
  if (ranks !== 0 || a === null || b === null || typeof a === 'object' || typeof b === 'object') return ranks;
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Returns the value by which an item is sorted: the item itself if the name is empty, otherwise the member with this
 * name.
 */
const getSortKey = (item: Json, name: string): Json => {
  if (name === '') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !Object.hasOwn(item, name))
    return null;
  return item[name] ?? null;
};

/**
 * Returns a stably sorted copy of the items.
 * @param direction 1 for ascending, -1 for descending order
 */
const sortItems = (items: readonly Json[], name: string, direction: 1 | -1): Json[] =>
  items.toSorted((a, b) => direction * compareValues(getSortKey(a, name), getSortKey(b, name)));

const listLimitsDescription =
  'The list is limited to 10,000 items, 100 levels of nested lists and objects, and 1,000,000 values and characters in all. Beyond that, the list stays unchanged, with one console warning per run of the graph';

/** Converts an index to a position in the list; -1 means the last item. */
const resolveIndex = (index: number, { length }: Json[]): number | undefined => {
  const position = index < 0 ? length + index : index;
  return position >= 0 && position < length ? position : undefined;
};

/** Like `resolveIndex`, but writes a warning when the index is out of range. */
const resolveIndexOrWarn = (index: number, items: Json[], { warnOnce }: NodeServices): number | undefined => {
  const position = resolveIndex(index, items);
  if (position === undefined) warnOnce(`Index ${index} is out of range for a list of ${items.length} items.`);
  return position;
};

export const listNodes = defineCategory('List', {
  MakeList: definePureNode({
    description: `A list of the items, in order. Items that are neither set nor connected are left out. Count, 1 to ${maxNumberedPorts}, sets the number of inputs. Items with more than 100 levels of nested lists and objects, or more than 1,000,000 values and characters in all, yield an empty list, with one console warning per run of the graph.`,
    inputs: {
      Item0: generic(),
      Item1: generic(),
      Item2: generic(),
      Item3: generic(),
      Count: countPort,
    },
    outputs: { List: list() },
    portsFor: expandNumberedPorts,
    evaluate: (_, services) => {
      const { Count, ...items } = services.getSetInputs();
      return limitList(Object.values(items), [], services);
    },
  }),
  ListGet: definePureNode({
    description:
      'The item at Index. The first is 0; a negative index counts from the end, -1 being the last. When there is no such item, Item is Default and IsValid is false.',
    inputs: { List: list(), Index: integer(), Default: generic() },
    outputs: { Item: generic(), IsValid: boolean() },
    evaluate: {
      Item: ({ List, Index, Default }) => {
        const position = resolveIndex(Index, List);
        return position === undefined ? Default : (List[position] ?? null);
      },
      IsValid: ({ List, Index }) => resolveIndex(Index, List) !== undefined,
    },
  }),
  ListSet: definePureNode({
    description: `A copy of the list with the item at Index replaced by Item; -1 is the last. When there is no such item, the list stays unchanged, with one console warning per run of the graph. ${listLimitsDescription}.`,
    inputs: { List: list(), Index: integer(), Item: generic() },
    outputs: { Result: list() },
    evaluate: ({ List, Index, Item }, services) => {
      const position = resolveIndexOrWarn(Index, List, services);
      return position === undefined ? List : limitList(List.with(position, Item), List, services);
    },
  }),
  ListAppend: definePureNode({
    description: `A copy of the list with Item appended. ${listLimitsDescription}.`,
    inputs: { List: list(), Item: generic() },
    outputs: { Result: list() },
    evaluate: ({ List, Item }, services) => limitList([...List, Item], List, services),
  }),
  ListRemoveAt: definePureNode({
    description:
      'A copy of the list without the item at Index; -1 is the last. When there is no such item, the list stays unchanged, with one console warning per run of the graph.',
    inputs: { List: list(), Index: integer() },
    outputs: { Result: list() },
    evaluate: ({ List, Index }, services) => {
      const position = resolveIndexOrWarn(Index, List, services);
      return position === undefined ? List : List.toSpliced(position, 1);
    },
  }),
  ListLength: definePureNode({
    description: 'The number of items in the list.',
    inputs: { List: list() },
    outputs: { Length: integer() },
    evaluate: ({ List }) => List.length,
  }),
  ListIndexOf: definePureNode({
    description:
      'The index of the first item that equals Item, -1 when there is none. Objects and lists are compared by content; a number does not equal its text.',
    inputs: { List: list(), Item: generic() },
    outputs: { Index: integer() },
    evaluate: ({ List, Item }) => List.findIndex((item) => isDeepEqual(item, Item)),
  }),
  ListSort: definePureNode({
    description:
      'A copy of the list in ascending order, or in descending order with Descending. Key, unless empty, is the name of the member by which objects are sorted. null and items without that member come first, then false, true, numbers, texts by character code, and everything else. The sort is stable.',
    inputs: { List: list(), Key: string(), Descending: boolean() },
    outputs: { Result: list() },
    evaluate: ({ List, Key, Descending }, { spendSteps }) => {
      spendSteps(List.length);
      return sortItems(List, Key, Descending ? -1 : 1);
    },
  }),
});
