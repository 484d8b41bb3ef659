/** Creates a function that caches the value computed from each immutable object, for as long as the object exists. */
export const memoizeWeak = <Key extends object, T extends NonNullable<unknown>>(create: (key: Key) => T) => {
  const cache = new WeakMap<Key, T>();
  return (key: Key): T => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = create(key);
    cache.set(key, value);
    return value;
  };
};
