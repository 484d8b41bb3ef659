/** Variables that a target has without the kit having made them: their routes are not shown, and need not be there. */
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

/** Most nodes that are made for a variable to come with one. */
const maxVariableNodes = 5;

/** The variables that a route of the target lists, as it shows them now. */
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

/** The variables that the manifest tells of, that are listed, or that are listed once there are nodes with one. */
export const findKnownVariables = async (t: AuditTools): Promise<readonly KnownVariable[]> => {
  const { variables } = t.manifest.choices;
  if (variables.length > 0) return variables.map((variable) => ({ ...variable, record: variable }));
  const listed = await listVariables(t);
  if (listed.length > 0 || t.route('listVariables') === undefined) return listed;
  const offered = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  const graph = await t.fixtures.graph();
  for (const category of offered.filter((name) => /variable/i.test(name)).slice(0, maxVariableNodes))
    await t.fixtures.node(graph, category);
  return listVariables(t);
};

/** The record of a variable as the list shows it; undefined where none does. */
export const findVariableRecord = async (t: AuditTools, id: Id): Promise<JsonRecord | undefined> => {
  const found = (await listVariables(t)).find((variable) => variable.id === id);
  return isRecord(found?.record) ? found.record : undefined;
};
