/** Which fields of a record a caller wants. */
interface FieldQuery {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** A record with only the included fields, less the excluded ones; anything else as it is. */
export const selectFields = (item: unknown, { include, exclude }: FieldQuery): unknown => {
  if ((!include && !exclude) || typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => (!include || include.includes(name)) && !exclude?.includes(name)),
  );
};
