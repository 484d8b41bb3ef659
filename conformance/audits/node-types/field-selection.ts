import { defineAuditArea } from '../../define-audit-area.ts';
import { isRecord } from '../../json.ts';
import { listCategories, toNodeTypePath } from './read-node-types.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';

const nodeTypes = defineAuditArea('node-types', 'token');

/** Returns the field names of a record, or of all records in a list. */
const readFieldNames = async (t: AuditTools, path: string): Promise<readonly string[]> => {
  const { json } = await t.http.get(path);
  const records = (t.fields.items(json) ?? [json]).filter(isRecord);
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
};

interface TrimAssertions {
  readonly include: AuditContext;
  readonly exclude: AuditContext;
}

/**
 * Asserts that the named fields are kept and the others dropped, or the opposite. Ignores fields that are always kept,
 * such as an id, and fields that differ from read to read.
 */
const mustSelectFields = async (
  t: AuditTools,
  path: string,
  { include, exclude }: TrimAssertions,
): Promise<void> => {
  const first = await readFieldNames(t, path);
  const second = await readFieldNames(t, path);
  const all = first.filter((field) => second.includes(field));
  t.given(all.length > 1, 'records with more than one field');
  const selectFields = async (verb: string, fields: readonly string[]): Promise<readonly string[]> => {
    const remaining = await readFieldNames(t, `${path}?${verb}=${fields.map(encodeURIComponent).join(',')}`);
    return all.filter((field) => remaining.includes(field));
  };
  const withoutField = new Map<string, readonly string[]>();
  for (const field of all) withoutField.set(field, await selectFields('include', [field]));
  const alwaysPresent = all.filter((field) =>
    [...withoutField.values()].every((names) => names.includes(field)),
  );
  const optional = all.filter((field) => !alwaysPresent.includes(field));
  if (
    !include.must(optional.length > 0, `include reduces the response of ${path}`, { actual: alwaysPresent })
  )
    return;
  const choices = [...optional.map((field) => [field]), optional.slice(0, 2)];
  for (const fields of choices) {
    const selected =
      fields.length === 1 ? withoutField.get(fields[0] ?? '') : await selectFields('include', fields);
    const expected = all.filter((field) => alwaysPresent.includes(field) || fields.includes(field));
    include.mustEqual(selected, expected, `include=${fields} keeps these fields of ${path}`);
    const notExcluded = all.filter((field) => !fields.includes(field));
    exclude.mustEqual(
      await selectFields('exclude', fields),
      notExcluded,
      `exclude=${fields} drops these fields of ${path}`,
    );
  }
};

/** Audits of the query parameters include and exclude. */
export const fieldSelectionAudits = [
  nodeTypes.audit('fields', ['NTYPE-LIST-003', 'HTTP-012', 'HTTP-013'], (t) =>
    mustSelectFields(t, '/api/node-types', {
      include: t.for('NTYPE-LIST-003', 'HTTP-012'),
      exclude: t.for('NTYPE-LIST-003', 'HTTP-013'),
    }),
  ),
  nodeTypes.audit('category-fields', ['NTYPE-CAT-003'], async (t) => {
    for (const { name } of (await listCategories(t)).slice(0, 3))
      await mustSelectFields(t, toNodeTypePath(name), { include: t, exclude: t });
  }),
];
