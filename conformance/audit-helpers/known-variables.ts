/**
 * Finds existing variables of a target. The description does not show the routes for variables, so a target may lack
 * them.
 */
import { isId } from '../target/id.ts';
import { isRecord, filterRecords, filterStrings } from '../json.ts';
import type { AuditTools } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';

interface KnownVariable {
  readonly id: Id;
  readonly name: string;
  readonly type: string;
  readonly record: JsonRecord;
}

/** Maximum number of nodes to create in order to obtain a variable that belongs to a node. */
const maxVariableNodes = 5;

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
 * Finds the variables that the manifest names, or else the variables that the target lists, or else the variables that
 * the target lists after nodes with variables were created.
 */
export const findKnownVariables = async (t: AuditTools): Promise<readonly KnownVariable[]> => {
  const { variables } = t.manifest.choices;
  if (variables.length > 0) return variables.map((variable) => ({ ...variable, record: variable }));
  const listed = await listVariables(t);
  if (listed.length > 0 || t.route('listVariables') === undefined) return listed;
  const enumValues = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  const graph = await t.fixtures.graph();
  for (const category of enumValues.filter((name) => /variable/i.test(name)).slice(0, maxVariableNodes))
    await t.fixtures.node(graph, category);
  return listVariables(t);
};

/** Returns the target's record of a variable, or `undefined` if the variable is not listed. */
export const findVariableRecord = async (t: AuditTools, id: Id): Promise<JsonRecord | undefined> => {
  const found = (await listVariables(t)).find((variable) => variable.id === id);
  return isRecord(found?.record) ? found.record : undefined;
};
