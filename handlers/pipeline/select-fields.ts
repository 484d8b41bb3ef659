/** The query parameters that select a record's fields. */
interface FieldQuery {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/**
 * Returns a record with only the included fields, and without the excluded fields. Other values are returned unchanged.
 */
export const selectFields = (item: unknown, { include, exclude }: FieldQuery): unknown => {
  if ((!include && !exclude) || typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => (!include || include.includes(name)) && !exclude?.includes(name)),
  );
};
