/**
 * Returns an item of a list that repeats: the first item follows the last. A negative index counts from the end.
 * @throws Error if the list is empty
 */
export const getItemAt = <T>(list: readonly T[], index: number): T => {
  const item = list.at(index % list.length);
  if (item === undefined) throw new Error('The list is empty.');
  return item;
};
