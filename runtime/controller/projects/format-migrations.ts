/** Older formats of project files are read by bringing them up to date, one step at a time (register: C-18). */

type Content = Readonly<Record<string, unknown>>;

/** Turns the content of one format into that of the next; `format` itself is counted up by {@link migrateContent}. */
type Migration = (content: Content) => Content;

/** The steps of one kind of file: the first leads from format 1 to format 2. */
export type Migrations = readonly Migration[];

export const graphFileMigrations: Migrations = [];
export const projectFileMigrations: Migrations = [];

/** The format that these steps lead to, and in which files are written. */
export const getCurrentFormat = (migrations: Migrations): number => migrations.length + 1;

/**
 * The content of a file in its present format. Content that is no object is left for the reader to refuse.
 * @throws an error whose message says why the format cannot be read
 */
export const migrateContent = (migrations: Migrations, content: unknown): unknown => {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  const { format } = content as Content;
  const newest = getCurrentFormat(migrations);
  if (!Number.isInteger(format) || (format as number) < 1) {
    throw new Error(`format: expected a whole number from 1 to ${newest}`);
  }
  if ((format as number) > newest) {
    throw new Error(
      `format: the file has format ${format}, of a newer version; this one reads up to ${newest}`,
    );
  }
  return migrations
    .slice((format as number) - 1)
    .reduce<Content>(
      (older, migration, step) => ({ ...migration(older), format: (format as number) + step + 1 }),
      content as Content,
    );
};
