/** Groups values by key. The groups, and the values in each group, keep their original order. */
export const groupBy = <K, V>(
  values: Iterable<V>,
  keyOf: (value: V) => K,
): readonly (readonly [K, readonly [V, ...V[]]])[] => {
  const groups = new Map<K, [V, ...V[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups];
};
