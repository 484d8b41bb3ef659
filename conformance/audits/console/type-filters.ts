import { defineAuditArea } from '../../define-audit-area.ts';
import { toActionPath, readActionSchema } from '../../audit-helpers/run-action.ts';
import { writeConsoleText } from '../../audit-helpers/console-writer.ts';
import { parseActionSchema } from '../../target/action-schema.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { filterStrings } from '../../json.ts';
import { contextTypeNames, listEntries, createEntryMarker, severityNames } from './write-and-read-entries.ts';
import type { AuditTools } from '../../audit.ts';
import type { RequirementId } from '../../requirements/index.ts';

const consoleArea = defineAuditArea('console', 'token', 'runtime');

/**
 * Finds parameters that make log.console write entries of each severity, when the action's schema lists the severities.
 */
const findSeverityParameters = async (
  t: AuditTools,
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const record = await readActionSchema(t, 'log.console');
  const [action] = parseActionSchema({ 'log.console': record }, t.fields);
  const parameter = action?.parameters.find(({ schema }) => filterStrings(schema.enum).includes('warning'));
  if (parameter === undefined) return [];
  return severityNames
    .filter((severity) => filterStrings(parameter.schema.enum).includes(severity))
    .map((severity) => ({ [parameter.name]: severity }));
};

interface FilterCase {
  readonly query: 'type' | 'contextType';
  readonly field: 'console.severity' | 'console.contextType';
  readonly values: readonly string[];
  /** Creates variants of parameters, so that the resulting entries differ in the filtered field. */
  readonly variants: (t: AuditTools) => Promise<readonly Readonly<Record<string, string>>[]>;
}

/**
 * Defines an audit which checks that a filter returns only matching entries. A filter must return each entry that the
 * audit has written only for that entry's own value.
 */
const defineFilterAudit = (
  id: string,
  requirement: RequirementId,
  { query, field, values, variants }: FilterCase,
) =>
  consoleArea.audit(id, [requirement], async (t) => {
    const text = createEntryMarker(t, query);
    const parameters = await writeConsoleText(t, text);
    for (const variant of await variants(t)) {
      const reply = await t.http.post(toActionPath('log.console'), { ...parameters, ...variant });
      if (!reply.ok) t.observe(`log.console with ${JSON.stringify(variant)}`, reply.status);
    }
    const all = listEntries(t, await t.http.get('/api/console?limit=500'));
    const written = all.filter((entry) => includesText(entry, text));
    const types = written.map((entry) => String(t.fields.read(entry, field)));
    const hasAllTypes = types.length > 0 && types.every((value) => values.includes(value));
    t.given(hasAllTypes, `an entry that shows its ${query} (choices.paths "${field}")`);
    t.observe(`written values of ${query}`, [...new Set(types)]);
    for (const value of values) {
      const reply = await t.http.get(`/api/console?limit=500&${query}=${value}`);
      const entries = listEntries(t, reply);
      const otherTypes = entries.filter((entry) => t.fields.read(entry, field) !== value);
      t.must(reply.ok && otherTypes.length === 0, `${query}=${value} returns only matching entries`, {
        actual: otherTypes[0],
      });
      const passedCount = entries.filter((entry) => includesText(entry, text)).length;
      const expectedCount = types.filter((type) => type === value).length;
      t.mustEqual(passedCount, expectedCount, `${query}=${value} returns the matching entries`);
    }
  });

export const consoleTypeFilterAudits = [
  defineFilterAudit('type', 'CONSOLE-002', {
    query: 'type',
    field: 'console.severity',
    values: severityNames,
    variants: findSeverityParameters,
  }),
  defineFilterAudit('context-type', 'CONSOLE-003', {
    query: 'contextType',
    field: 'console.contextType',
    values: contextTypeNames,
    variants: async () => [],
  }),
];
