import { describe, expect, it } from 'vitest';
import { migrateContent, type Migrations } from './format-migrations.ts';

const migrations: Migrations = [
  ({ title, ...rest }) => ({ ...rest, name: title }),
  ({ name, ...rest }) => ({ ...rest, name: String(name).toUpperCase() }),
];

describe('the content of a project file', () => {
  it('is migrated through every format since its own, in order', () => {
    expect(migrateContent(migrations, { format: 1, title: 'door', nodes: [] })).toEqual({
      format: 3,
      name: 'DOOR',
      nodes: [],
    });
    expect(migrateContent(migrations, { format: 2, name: 'door' })).toEqual({ format: 3, name: 'DOOR' });
  });

  it('stays unchanged in the current format', () => {
    const content = { format: 3, name: 'door' };
    expect(migrateContent(migrations, content)).toBe(content);
  });

  it.each([undefined, 0, 1.5, '1'])('is rejected with the format %j', (format) => {
    expect(() => migrateContent(migrations, { format })).toThrow(
      'format: expected a whole number from 1 to 3',
    );
  });

  it('is rejected in a newer format, with a message about that', () => {
    expect(() => migrateContent(migrations, { format: 4 })).toThrow(
      'format: the file has format 4, of a newer version; this one reads up to 3',
    );
  });
});
