import { at, isRecord, recordsOf, stringsOf } from '../json.ts';
import { actionIn } from '../target/actions.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

export const actionPath = (name: string): string => `/api/actions/${name.replace('.', '/')}`;

/** Parameters that usually make these actions succeed; the manifest's `choices.actions` come first. */
const usualParameters: Readonly<Record<string, readonly JsonRecord[]>> = {
  'log.console': [{ message: 'TEXT' }, { text: 'TEXT' }, { message: 'TEXT', type: 'log' }],
};

/** Parameters with the text put in where they say TEXT (a manifest may, too), and the last layer for INDEX. */
export const filled = (parameters: JsonRecord, text: string): JsonRecord =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      value === 'TEXT' ? text : value === 'INDEX' ? 31 : value,
    ]),
  );

/** A call of log.console that this target accepts; NOT_VERIFIED when none of the known ways is. */
export const workingLog = async (t: AuditTools, text: string): Promise<JsonRecord> => {
  const own = t.manifest.choices.actions['log.console'];
  for (const candidate of own ? [own] : usualParameters['log.console']!) {
    const parameters = filled(candidate, text);
    const reply = await t.http.post(actionPath('log.console'), parameters);
    if (reply.ok) return parameters;
  }
  return t.unverified('a call of log.console that succeeds (choices.actions "log.console")');
};

/** The record of an action in the target's own schema. */
export const schemaOf = async (t: AuditTools, name: string): Promise<JsonRecord | undefined> =>
  actionIn((await t.http.get('/api/actions/schema')).json, name);

/** The names of the parameters that the target's own schema calls required. */
export const requiredOf = (t: AuditTools, action: JsonRecord): readonly string[] => {
  const parameters = t.fields.read(action, 'action.parameters');
  const listed = stringsOf(
    at(parameters, 'required') ?? at(action, 'required') ?? at(action, 'schema.required'),
  );
  if (listed.length > 0) return listed;
  const flagged = isRecord(parameters)
    ? Object.entries(parameters).map(([name, value]) => ({ name, value }))
    : recordsOf(parameters).map((value) => ({ name: String(value.name), value }));
  return flagged.filter(({ value }) => at(value, 'required') === true).map(({ name }) => name);
};
