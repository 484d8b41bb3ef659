import { sameValue } from '../grammar/equality.ts';
import { limitedList } from '../grammar/list-limits.ts';
import { sortedBy } from './list-order.ts';
import { category, pureNode } from '../grammar/node.ts';
import { countedPorts, countPort, mostNumbered } from '../grammar/numbered-ports.ts';
import { boolean, generic, integer, list, string } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../grammar/context.ts';

const limits =
  'A list that would have more than 10,000 items, more than 100 levels of lists and objects inside each other, or more than 1,000,000 values and characters in all, stays as it was, with one console warning per run of the graph';

/** The place that an index means; -1 is the last item. */
const placeOf = (index: number, { length }: Json[]): number | undefined => {
  const place = index < 0 ? length + index : index;
  return place >= 0 && place < length ? place : undefined;
};

/** The same, with a warning when there is no such place. */
const requirePlace = (index: number, items: Json[], { warnOnce }: NodeServices): number | undefined => {
  const place = placeOf(index, items);
  if (place === undefined) warnOnce(`A list of ${items.length} items has none at ${index}.`);
  return place;
};

export const lists = category('List', {
  MakeList: pureNode({
    description: `A list of the items, in order. Items that are neither written nor wired are left out. Count, 1 to ${mostNumbered}, sets how many inputs there are. Items of more than 100 levels of lists and objects inside each other, or more than 1,000,000 values and characters in all, yield an empty list, with one console warning per run of the graph.`,
    inputs: {
      Item0: generic(),
      Item1: generic(),
      Item2: generic(),
      Item3: generic(),
      Count: countPort,
    },
    outputs: { List: list() },
    portsFor: countedPorts,
    evaluate: (_, services) => {
      const { Count, ...items } = services.given();
      return limitedList(Object.values(items), [], services);
    },
  }),
  ListGet: pureNode({
    description:
      'The item at Index. The first is 0; a negative index counts from the end, -1 being the last. When there is no such item, Item is Default and IsValid is false.',
    inputs: { List: list(), Index: integer(), Default: generic() },
    outputs: { Item: generic(), IsValid: boolean() },
    evaluate: {
      Item: ({ List, Index, Default }) => {
        const place = placeOf(Index, List);
        return place === undefined ? Default : (List[place] ?? null);
      },
      IsValid: ({ List, Index }) => placeOf(Index, List) !== undefined,
    },
  }),
  ListSet: pureNode({
    description: `A copy of the list with Item in the place of the item at Index; -1 is the last. Where there is no such item the result is the list unchanged, with one console warning per run of the graph. ${limits}.`,
    inputs: { List: list(), Index: integer(), Item: generic() },
    outputs: { Result: list() },
    evaluate: ({ List, Index, Item }, services) => {
      const place = requirePlace(Index, List, services);
      return place === undefined ? List : limitedList(List.with(place, Item), List, services);
    },
  }),
  ListAppend: pureNode({
    description: `A copy of the list with Item at its end. ${limits}.`,
    inputs: { List: list(), Item: generic() },
    outputs: { Result: list() },
    evaluate: ({ List, Item }, services) => limitedList([...List, Item], List, services),
  }),
  ListRemoveAt: pureNode({
    description:
      'A copy of the list without the item at Index; -1 is the last. Where there is no such item the result is the list unchanged, with one console warning per run of the graph.',
    inputs: { List: list(), Index: integer() },
    outputs: { Result: list() },
    evaluate: ({ List, Index }, services) => {
      const place = requirePlace(Index, List, services);
      return place === undefined ? List : List.toSpliced(place, 1);
    },
  }),
  ListLength: pureNode({
    description: 'How many items the list has.',
    inputs: { List: list() },
    outputs: { Length: integer() },
    evaluate: ({ List }) => List.length,
  }),
  ListIndexOf: pureNode({
    description:
      'The index of the first item that equals Item, -1 when there is none. Objects and lists are compared by content; a number does not equal its text.',
    inputs: { List: list(), Item: generic() },
    outputs: { Index: integer() },
    evaluate: ({ List, Item }) => List.findIndex((item) => sameValue(item, Item)),
  }),
  ListSort: pureNode({
    description:
      'A copy of the list in ascending order, or in descending order with Descending. Key, unless empty, is the name of the member by which objects are sorted. null and what has no such member comes first, then false, true, numbers, texts by character code, and anything else. Items that are equal in order stay in the order in which they were.',
    inputs: { List: list(), Key: string(), Descending: boolean() },
    outputs: { Result: list() },
    evaluate: ({ List, Key, Descending }, { spend }) => {
      spend(List.length);
      return sortedBy(List, Key, Descending ? -1 : 1);
    },
  }),
});
