/** What follows from something that does not change, worked out once for each. */
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
