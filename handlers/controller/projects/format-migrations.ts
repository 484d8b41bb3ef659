/** Migrates project files from older formats, one step at a time (C-18). */

type Content = Readonly<Record<string, unknown>>;

/** Converts content from one format to the next. {@link migrateContent} increments `format` itself. */
type Migration = (content: Content) => Content;

/** The migrations for one kind of file. The first migration leads from format 1 to format 2. */
export type Migrations = readonly Migration[];

export const graphFileMigrations: Migrations = [];
export const projectFileMigrations: Migrations = [];

/** Returns the current format, which is used for writing files. */
export const getCurrentFormat = (migrations: Migrations): number => migrations.length + 1;

/**
 * Migrates the content of a file to the current format. Returns content that isn't an object unchanged, because the
 * reader rejects such content.
 * @throws an error whose message says why the format cannot be read
 */
export const migrateContent = (migrations: Migrations, content: unknown): unknown => {
  if (!isContent(content)) return content;
  const { format } = content;
  const current = getCurrentFormat(migrations);
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) {
    throw new Error(`format: expected a whole number from 1 to ${current}`);
  }
  if (format > current) {
    throw new Error(
      `format: the file has format ${format}, of a newer version; this one reads up to ${current}`,
    );
  }
  return migrations
    .slice(format - 1)
    .reduce((older, migrate, step) => ({ ...migrate(older), format: format + step + 1 }), content);
};

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
