import { at, isRecord, recordsOf, stringsOf } from '../json.ts';
import { actionPaths } from '../target/action-paths.ts';
import { isRequired } from '../target/action-schema.ts';
import { actionIn } from '../target/actions.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';

/** The path of an action whose name has a category and one part more. */
export const actionPath = (name: string): string => actionPaths(name)[0];

/** The paths at which an action may be called: that of the manifest, or the usual ones. */
export const pathsOfAction = ({ manifest }: AuditTools, name: string): readonly [string, ...string[]] =>
  actionPaths(name, manifest.choices.actionRoute);

/** Runs an action, wherever the target has it: a path that is nothing is followed by the next, and by what the action schema says. */
export const runAction = async (t: AuditTools, name: string, parameters: JsonRecord): Promise<Reply> => {
  const [path, ...others] = pathsOfAction(t, name);
  const reply = await t.http.post(path, parameters);
  if (reply.status !== 404) return reply;
  const described = name.split('.').length > 2 ? routeIn(t, await schemaOf(t, name)) : undefined;
  for (const other of [...others, ...(described === undefined ? [] : [described])]) {
    const elsewhere = await t.http.post(other, parameters);
    if (elsewhere.status !== 404) return elsewhere;
  }
  return reply;
};

const routeIn = (t: AuditTools, action: JsonRecord | undefined): string | undefined =>
  /\/api\/actions\/\S+/.exec(String(t.fields.read(action, 'action.route')))?.[0];

/** Parameters that usually make log.console succeed; the manifest's `choices.actions` come first. */
const usualLogs: readonly JsonRecord[] = [
  { message: 'TEXT' },
  { text: 'TEXT' },
  { message: 'TEXT', type: 'log' },
];

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
  for (const candidate of own ? [own] : usualLogs) {
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
    : recordsOf(parameters).map((value) => ({ name: String(t.fields.read(value, 'parameter.name')), value }));
  return flagged.filter(({ value }) => isRequired(t.fields, value)).map(({ name }) => name);
};
