/**
 * Finds existing variables of a target. The description does not show the routes for variables, so a target may lack
 * them.
 */
import { isId } from '../target/id.ts';
import { undefinedIfUnverified } from '../runner/audit-stop.ts';
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
export const findKnownVariable = async (
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
