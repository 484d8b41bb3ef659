/** Returns the keys of a record that has no keys but those of its type. */
export const listKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];
