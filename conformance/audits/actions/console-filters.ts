import { area } from '../../area.ts';
import { actionPath, schemaOf, workingLog } from '../../lab/action-calls.ts';
import { servedActions } from '../../target/action-schema.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { stringsOf } from '../../json.ts';
import { contexts, entriesOf, marker, severities } from './console-entries.ts';
import type { AuditTools } from '../../audit.ts';
import type { RequirementId } from '../../requirements/index.ts';

const consoleArea = area('console', 'token', 'runtime');

/** Parameters that make log.console write each severity, where its own schema offers them as the values of one. */
const severityParameters = async (t: AuditTools): Promise<readonly Readonly<Record<string, string>>[]> => {
  const record = await schemaOf(t, 'log.console');
  const [action] = servedActions({ 'log.console': record }, t.fields);
  const parameter = action?.parameters.find(({ schema }) => stringsOf(schema.enum).includes('warning'));
  if (parameter === undefined) return [];
  return severities
    .filter((severity) => stringsOf(parameter.schema.enum).includes(severity))
    .map((severity) => ({ [parameter.name]: severity }));
};

interface Filter {
  readonly query: 'type' | 'contextType';
  readonly field: 'console.severity' | 'console.contextType';
  readonly values: readonly string[];
  /** Parameters that make entries differ in what is filtered by. */
  readonly variants: (t: AuditTools) => Promise<readonly Readonly<Record<string, string>>[]>;
}

/** A filter keeps only what it names; entries of our own are kept by their own value and by no other. */
const filter = (id: string, requirement: RequirementId, { query, field, values, variants }: Filter) =>
  consoleArea.audit(id, [requirement], async (t) => {
    const text = marker(t, query);
    const parameters = await workingLog(t, text);
    for (const variant of await variants(t)) {
      const reply = await t.http.post(actionPath('log.console'), { ...parameters, ...variant });
      if (!reply.ok) t.observe(`log.console with ${JSON.stringify(variant)}`, reply.status);
    }
    const all = entriesOf(t, await t.http.get('/api/console?limit=500'));
    const ours = all.filter((entry) => speaksOf(entry, text));
    const told = ours.map((entry) => String(t.fields.read(entry, field)));
    const isTold = told.length > 0 && told.every((value) => values.includes(value));
    t.given(isTold, `an entry that shows its ${query} (choices.paths "${field}")`);
    t.observe(`values of ${query} that were written`, [...new Set(told)]);
    for (const value of values) {
      const reply = await t.http.get(`/api/console?limit=500&${query}=${value}`);
      const entries = entriesOf(t, reply);
      const others = entries.filter((entry) => t.fields.read(entry, field) !== value);
      t.must(reply.ok && others.length === 0, `${query}=${value} keeps only these`, { actual: others[0] });
      const kept = entries.filter((entry) => speaksOf(entry, text)).length;
      const wanted = told.filter((own) => own === value).length;
      t.mustEqual(kept, wanted, `${query}=${value} keeps the entries that it names`);
    }
  });

export const consoleFilterAudits = [
  filter('type', 'CONSOLE-002', {
    query: 'type',
    field: 'console.severity',
    values: severities,
    variants: severityParameters,
  }),
  filter('context-type', 'CONSOLE-003', {
    query: 'contextType',
    field: 'console.contextType',
    values: contexts,
    variants: async () => [],
  }),
];
