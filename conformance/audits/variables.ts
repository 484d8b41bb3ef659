import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { listNames } from '../audit-helpers/read-list.ts';
import { toActionPath } from '../audit-helpers/run-action.ts';
import {
  createVariable,
  findVariableRecord,
  getSampleValues,
  listVariableTypes,
  readVariable,
  type VariableFixture,
  writeVariable,
} from '../audit-helpers/variable-fixtures.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { pathTo } from '../target/id.ts';
import { getByPath, includesDeep, type JsonRecord } from '../json.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';

const variables = defineAuditArea('variables', 'token', 'project');
const variablesWithRuntime = defineAuditArea('variables', 'token', 'project', 'runtime');

/** Parameters that may make text.format return a variable's value. The manifest's `choices.actions` replace them. */
const formatTemplates: readonly JsonRecord[] = [
  { template: '{NAME}', variables: true },
  { text: '{NAME}' },
  { format: '{NAME}' },
];

/**
 * Creates a function that reads a variable with text.format. A response with the variable's value proves that the call
 * reads the variable, because the value is unique. The audit ends as NOT_VERIFIED if no call returns the value.
 */
const createVariableReader = async (t: AuditTools, { name, values: [value] }: VariableFixture) => {
  const configured = t.manifest.choices.actions['text.format'];
  for (const parameters of configured ? [configured] : formatTemplates) {
    const filled = JSON.parse(JSON.stringify(parameters).replaceAll('NAME', name)) as JsonRecord;
    const runTextFormat = () => t.http.post(toActionPath('text.format'), filled);
    const first = await runTextFormat();
    if (first.ok && first.text.includes(String(value))) return runTextFormat;
  }
  return t.unverified(
    'a call of text.format that returns a variable (choices.actions "text.format", with NAME; the name by choices.variables)',
  );
};

export const audits = [
  variables.audit('record', ['VAR-001'], async (t) => {
    const variable = await createVariable(t);
    const record = await readVariable(t, variable);
    t.mustEqual(String(record.id), String(variable.id), 'a variable has its id');
    const [value] = getSampleValues(variable.type);
    const fields = {
      value: t.fields.read(record, 'variable.value'),
      type: t.fields.read(record, 'variable.type'),
    };
    t.must(includesDeep(record, variable.type), 'a variable contains its value type', { actual: record });
    for (const [what, read] of Object.entries(fields)) {
      t.given(read !== undefined, `a variable with a ${what} (choices.paths "variable.${what}")`);
    }
    t.mustEqual(fields.value, value, 'a variable has its value');
    t.mustEqual(fields.type, variable.type, 'a variable has its value type');
    const missing = await t.http.post(pathTo`/api/graphs/${nonexistentId}/extract`, {
      nodeIds: [nonexistentId],
    });
    t.observe('the extraction of a graph that does not exist', missing.at('error.code') ?? missing.status);
  }),
  variables.audit('types', ['VAR-002'], async (t) => {
    const allowed = listNames(getByPath((await t.http.get('/api/types')).json, 'VariableTypes'));
    let checked = 0;
    for (const type of await listVariableTypes(t)) {
      const variable = await undefinedIfUnverified(createVariable(t, { type }));
      if (variable === undefined) continue;
      checked += 1;
      const record = await readVariable(t, variable);
      const shownType = t.fields.read(record, 'variable.type');
      t.given(shownType !== undefined, 'a variable with a type (choices.paths "variable.type")');
      t.must(allowed.includes(String(shownType)), `the type of a ${type} variable is one of VariableTypes`, {
        expected: allowed,
        actual: shownType,
      });
    }
    t.given(checked > 0, 'a variable (choices.routes.createVariable or choices.variables)');
  }),
  variables.audit('write', ['VAR-WRITE-001'], async (t) => {
    const variable = await createVariable(t);
    const [, value] = getSampleValues(variable.type);
    const reply = await writeVariable(t, variable.id, value);
    t.mustSucceed(reply, 'the value of a variable can be written');
    const record = t.route('readVariable')
      ? await readVariable(t, variable)
      : ((await findVariableRecord(t, variable.id)) ?? reply.json);
    const stored = t.fields.read(record, 'variable.value');
    t.given(stored !== undefined, 'a variable with a value (choices.paths "variable.value")');
    t.mustEqual(stored, value, 'the written value reads back');
  }),
  variablesWithRuntime.audit('write-sync', ['VAR-WRITE-002'], async (t) => {
    const variable = await createVariable(t, { sync: true, unique: true });
    const [, after] = variable.values;
    const readByAction = await createVariableReader(t, variable);
    const reply = await writeVariable(t, variable.id, after, '?sync=true');
    t.mustSucceed(reply, 'a write with sync=true succeeds');
    const { text } = await readByAction();
    t.must(text.includes(String(after)), 'a later action reads the new value', {
      expected: after,
      actual: text.slice(0, 200),
    });
  }),
  variables.audit('unknown', ['VAR-WRITE-003'], async (t) => {
    const { id, type } = await createVariable(t);
    const [, value] = getSampleValues(type);
    t.given((await writeVariable(t, id, value)).ok, 'a variable can be written');
    t.mustNotSucceed(await writeVariable(t, nonexistentId, value), 'writing to an unknown variable');
  }),
  variables.audit('bad-type', ['TYPES-007', 'ERR-007'], async (t) => {
    const { createAnother } = await createVariable(t);
    t.for('TYPES-007', 'ERR-007').mustFail(await createAnother('NoSuchTypeAtAll'), 400, 'INVALID_VALUE');
  }),
];
