/** The query parameters that select fields of a record. */
interface FieldQuery {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Keeps only the included fields of a record, without the excluded ones. Any other value is returned unchanged. */
export const selectFields = (item: unknown, { include, exclude }: FieldQuery): unknown => {
  if ((!include && !exclude) || typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => (!include || include.includes(name)) && !exclude?.includes(name)),
  );
};
