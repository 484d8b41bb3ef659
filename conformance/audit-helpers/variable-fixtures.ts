import { randomInt, randomUUID } from 'node:crypto';
import { filterRecords, filterStrings, getByPath, isRecord, type JsonRecord } from '../json.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import { toRoutePath } from '../target/routes.ts';
import { replacePlaceholders } from '../target/placeholders.ts';
import { listNames } from './read-list.ts';
import type { AuditTools } from '../audit.ts';

interface KnownVariable {
  readonly id: Id;
  readonly name: string;
  readonly type: string;
  readonly record: JsonRecord;
}

/** Maximum number of nodes to create in order to obtain a variable that belongs to a node. */
const maxTriedNodes = 60;

/** Lists the current variables from one of the target's routes. */
const listVariables = async (t: AuditTools): Promise<readonly KnownVariable[]> => {
  const route = t.route('listVariables');
  const reply = route && (await t.http.send(route.method, route.template));
  if (!reply?.ok) return [];
  return filterRecords(t.fields.items(reply.json)).flatMap((record) => {
    const type = t.fields.read(record, 'variable.type');
    return isId(record.id) && typeof type === 'string'
      ? [{ id: record.id, type, name: String(record.name ?? record.id), record }]
      : [];
  });
};

/**
 * Finds a suitable variable: one that the manifest names, or else one that the target lists, or else one that the target
 * lists after the kit has created a node. Which node types have variables shows only when nodes are created, so types
 * with a telling name are merely tried first.
 */
const findKnownVariable = async (
  t: AuditTools,
  choose: (variables: readonly KnownVariable[]) => KnownVariable | undefined,
): Promise<KnownVariable | undefined> => {
  const { variables } = t.manifest.choices;
  if (variables.length > 0) return choose(variables.map((variable) => ({ ...variable, record: variable })));
  const listed = choose(await listVariables(t));
  if (listed !== undefined || t.route('listVariables') === undefined) return listed;
  const enumValues = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  const hasTellingName = (name: string): boolean => /variable/i.test(name);
  const candidates = [
    ...enumValues.filter(hasTellingName),
    ...enumValues.filter((name) => !hasTellingName(name)),
  ];
  const graph = await t.fixtures.graph();
  for (const category of candidates.slice(0, maxTriedNodes)) {
    if ((await undefinedIfUnverified(t.fixtures.node(graph, category))) === undefined) continue;
    const found = choose(await listVariables(t));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Returns the target's record of a variable, or `undefined` if the variable is not listed. */
export const findVariableRecord = async (t: AuditTools, id: Id): Promise<JsonRecord | undefined> => {
  const found = (await listVariables(t)).find((variable) => variable.id === id);
  return isRecord(found?.record) ? found.record : undefined;
};

export interface VariableFixture {
  readonly id: Id;
  readonly name: string;
  readonly type: string;
  readonly record: JsonRecord;
  /** The variable's value, and another value that the variable accepts. */
  readonly values: readonly [unknown, unknown];
  /** Requests another variable of a given type in the same way. */
  createAnother(type: string): Promise<Reply>;
}

/**
 * Bodies that usually create a variable. If the manifest has `choices.bodies.createVariable`, that body replaces these
 * bodies.
 */
const defaultBodies: readonly JsonRecord[] = [
  { name: 'NAME', type: 'TYPE', value: 'VALUE' },
  { name: 'NAME', valueType: 'TYPE', value: 'VALUE' },
];

/** The value for types that have no sample values. */
const noSamples: readonly [unknown, unknown] = [undefined, undefined];

/** Two different sample values for each usual variable type. */
const sampleValues: Readonly<Record<string, readonly [unknown, unknown]>> = {
  Float: [1, 7],
  Integer: [1, 7],
  Number: [1, 7],
  String: ['one', 'seven'],
  Boolean: [true, false],
};

/** Creates a number that no response contains by chance, and that even a 32-bit float holds exactly. */
const createUniqueNumber = (): number => randomInt(1_000_000, 2 ** 24);

/** Two values per variable type that no response contains by chance. The types in which this is safest come first. */
const createUniqueValues: Readonly<Record<string, () => readonly [unknown, unknown]>> = {
  String: () => [`one-${randomUUID()}`, `seven-${randomUUID()}`],
  Integer: () => [createUniqueNumber(), createUniqueNumber()],
  Float: () => [createUniqueNumber(), createUniqueNumber()],
  Number: () => [createUniqueNumber(), createUniqueNumber()],
};

/** Lists the target's variable types for which the kit has sample values. */
export const listVariableTypes = async (t: AuditTools): Promise<readonly string[]> => {
  const types = listNames(getByPath((await t.http.get('/api/types')).json, 'VariableTypes'));
  const supported = types.filter((type) => sampleValues[type] !== undefined);
  t.given(supported.length > 0, 'a variable type such as Float or String in VariableTypes of GET /api/types');
  return supported;
};

export const getSampleValues = (type: string): readonly [unknown, unknown] => sampleValues[type] ?? noSamples;

const requestVariable = async (
  t: AuditTools,
  body: JsonRecord,
  query: string,
  type: string,
  value: unknown,
) => {
  const route = t.route('createVariable');
  if (!route) return t.unverified('a route that creates variables (choices.routes.createVariable)');
  const name = `${t.manifest.namespace}_${randomUUID().slice(0, 8)}`;
  const json = replacePlaceholders(body, { NAME: name, TYPE: type, VALUE: value });
  return { name, reply: await t.http.send(route.method, route.template + query, { json }) };
};

interface VariableOptions {
  readonly type?: string;
  readonly sync?: true;
  /** The variable has values that no response contains by chance. */
  readonly unique?: true;
}

/** Chooses the first of a target's types that suits the options. */
const chooseType = (types: readonly string[], { type, unique }: VariableOptions): string | undefined => {
  if (type !== undefined) return types.find((one) => one === type);
  const suitable = unique ? Object.keys(createUniqueValues) : Object.keys(sampleValues);
  return unique ? suitable.find((one) => types.includes(one)) : types.find((one) => suitable.includes(one));
};

const chooseValues = (type: string, { unique }: VariableOptions): readonly [unknown, unknown] =>
  (unique && createUniqueValues[type]?.()) || getSampleValues(type);

/**
 * Creates a variable, by default of the first known type. The variable is deleted when the audit ends. The audit is
 * NOT_VERIFIED if no known body creates a variable.
 */
export const createVariable = async (
  t: AuditTools,
  options: VariableOptions = {},
): Promise<VariableFixture> => {
  if (t.route('createVariable') === undefined) return borrowVariable(t, options);
  const type =
    options.type ??
    chooseType(await listVariableTypes(t), options) ??
    t.unverified('a variable type whose values can be unique, such as String, in VariableTypes');
  const values = chooseValues(type, options);
  const query = options.sync ? '?sync=true' : '';
  const configured = t.manifest.choices.bodies.createVariable;
  let lastResponse = '';
  for (const body of configured ? [configured] : defaultBodies) {
    const { name, reply } = await requestVariable(t, body, query, type, values[0]);
    const id = reply.at('id');
    if (reply.ok && isId(id) && isRecord(reply.json)) {
      const removal = t.route('deleteVariable');
      if (removal) t.defer(() => t.http.send(removal.method, toRoutePath(removal, id)));
      const requestAnother = async (of: string) =>
        (await requestVariable(t, body, query, of, getSampleValues(type)[0])).reply;
      return { id, name, type, values, record: reply.json, createAnother: requestAnother };
    }
    lastResponse = describeReply(reply).actual;
  }
  return t.unverified(`a variable can be created (choices.bodies.createVariable; ${lastResponse})`);
};

/**
 * Borrows a variable that already existed, or that belongs to a node. The variable is set to the first of two sample
 * values, and restored when the audit ends.
 */
const borrowVariable = async (t: AuditTools, options: VariableOptions): Promise<VariableFixture> => {
  const found = await findKnownVariable(t, (known) => {
    const types = known.map(({ type }) => type);
    return known[types.indexOf(chooseType(types, options) ?? '')];
  });
  if (!found) {
    return t.unverified(
      'a variable (choices.routes.createVariable, choices.routes.listVariables or choices.variables)',
    );
  }
  const { id } = found;
  const values = chooseValues(found.type, options);
  const before = t.fields.read(found.record, 'variable.value');
  if (before !== undefined) t.defer(() => writeVariable(t, id, before));
  const reply = await writeVariable(t, id, values[0], '?sync=true');
  t.givenSuccess(reply, 'the value of a variable can be set');
  const requestAnother = async (): Promise<Reply> =>
    t.unverified('a route that creates variables (choices.routes.createVariable)');
  return {
    ...found,
    values,
    record: (await findVariableRecord(t, id)) ?? found.record,
    createAnother: requestAnother,
  };
};

/** Returns a variable's record: as read, as listed, or else as returned when the variable was created. */
export const readVariable = async (t: AuditTools, { id, record }: VariableFixture): Promise<JsonRecord> => {
  const route = t.route('readVariable');
  if (!route) return (await findVariableRecord(t, id)) ?? record;
  const reply = await t.http.send(route.method, toRoutePath(route, id));
  t.given(reply.ok && isRecord(reply.json), 'a variable can be read', describeReply(reply));
  return reply.json as JsonRecord;
};

export const writeVariable = (
  t: AuditTools,
  id: Id,
  value: unknown,
  query: '' | '?sync=true' = '',
): Promise<Reply> => t.http.put(`${pathTo`/api/variables/${id}/value`}${query}`, { value });
