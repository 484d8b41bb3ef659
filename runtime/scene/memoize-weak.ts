/** Caches a value that is computed from an immutable object, for as long as that object exists. */
export const memoizeWeak = <Key extends object, T extends NonNullable<unknown>>(make: (key: Key) => T) => {
  const made = new WeakMap<Key, T>();
  return (key: Key): T => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
};
