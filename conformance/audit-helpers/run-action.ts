import { filterRecords, filterStrings, getByPath, isRecord, type JsonRecord } from '../json.ts';
import { buildActionPaths } from '../target/action-catalog.ts';
import {
  type ActionDefinition,
  findAction,
  isRequiredParameter,
  parseActionSchema,
} from '../target/action-schema.ts';
import { replacePlaceholders } from '../target/placeholders.ts';
import type { FixtureTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** What the manifest must provide so that a process can be started. */
export const programRequirement = 'a program that ends by itself soon (choices.actions "process.start")';

/** Starts the program in the manifest. The audit is NOT_VERIFIED if the manifest has none. */
export const startProgram = async (t: FixtureTools): Promise<Reply> =>
  runAction(
    t,
    'process.start',
    t.manifest.choices.actions['process.start'] ?? t.unverified(programRequirement),
  );

/** Returns the path of an action that has one name part after its category. */
export const toActionPath = (name: string): string => buildActionPaths(name)[0];

/** Lists the paths at which an action may be called: the path in the manifest, or else the usual paths. */
export const listActionPaths = ({ manifest }: FixtureTools, name: string): readonly [string, ...string[]] =>
  buildActionPaths(name, manifest.choices.actionRoute);

/**
 * Runs an action at any of its possible paths. If the target does not know one path, tries the next path, and finally
 * the path in the target's action schema.
 */
export const runAction = async (t: FixtureTools, name: string, parameters: JsonRecord): Promise<Reply> => {
  const [path, ...otherPaths] = listActionPaths(t, name);
  const reply = await t.http.post(path, parameters);
  if (reply.status !== 404) return reply;
  const described =
    name.split('.').length > 2 ? readActionRoute(t, await readActionSchema(t, name)) : undefined;
  for (const otherPath of [...otherPaths, ...(described === undefined ? [] : [described])]) {
    const otherReply = await t.http.post(otherPath, parameters);
    if (otherReply.status !== 404) return otherReply;
  }
  return reply;
};

const readActionRoute = (t: FixtureTools, action: JsonRecord | undefined): string | undefined =>
  /\/api\/actions\/\S+/.exec(String(t.fields.read(action, 'action.route')))?.[0];

/**
 * Parameters that usually make log.console succeed. If the manifest's `choices.actions` contain parameters, those
 * parameters are used instead.
 */
const defaultLogParameters: readonly JsonRecord[] = [
  { message: 'TEXT' },
  { text: 'TEXT' },
  { message: 'TEXT', type: 'log' },
];

/** Replaces TEXT in parameters with the text, and INDEX with the index of the last layer. */
export const fillPlaceholders = (parameters: JsonRecord, text: string): JsonRecord =>
  replacePlaceholders(parameters, { TEXT: text, INDEX: 31 });

/** Finds parameters of log.console that this target accepts. The audit is NOT_VERIFIED if none are accepted. */
export const findLogParameters = async (t: FixtureTools, text: string): Promise<JsonRecord> => {
  const configured = t.manifest.choices.actions['log.console'];
  for (const candidate of configured ? [configured] : defaultLogParameters) {
    const parameters = fillPlaceholders(candidate, text);
    const reply = await t.http.post(toActionPath('log.console'), parameters);
    if (reply.ok) return parameters;
  }
  return t.unverified('a call of log.console that succeeds (choices.actions "log.console")');
};

/** Reads all actions of the target's action schema. */
export const readActions = async ({
  http,
  fields,
}: Pick<FixtureTools, 'http' | 'fields'>): Promise<readonly ActionDefinition[]> =>
  parseActionSchema((await http.get('/api/actions/schema')).json, fields);

/** Reads an action of the target's action schema, by its name in any letter case. */
export const readAction = async (
  t: Pick<FixtureTools, 'http' | 'fields'>,
  name: string,
): Promise<ActionDefinition | undefined> =>
  (await readActions(t)).find((action) => action.name.toLowerCase() === name.toLowerCase());

/** Returns the record of an action from the target's own schema. */
export const readActionSchema = async (t: FixtureTools, name: string): Promise<JsonRecord | undefined> =>
  findAction((await t.http.get('/api/actions/schema')).json, name);

/** Lists the names of the parameters that the target's schema requires for an action. */
export const listRequiredParameters = (t: FixtureTools, action: JsonRecord): readonly string[] => {
  const parameters = t.fields.read(action, 'action.parameters');
  const listed = filterStrings(
    getByPath(parameters, 'required') ??
      getByPath(action, 'required') ??
      getByPath(action, 'schema.required'),
  );
  if (listed.length > 0) return listed;
  const flaggedNames = isRecord(parameters)
    ? Object.entries(parameters).map(([name, value]) => ({ name, value }))
    : filterRecords(parameters).map((value) => ({
        name: String(t.fields.read(value, 'parameter.name')),
        value,
      }));
  return flaggedNames.filter(({ value }) => isRequiredParameter(t.fields, value)).map(({ name }) => name);
};
