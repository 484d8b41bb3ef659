/** Reads every field that a manifest can describe, to show which fields are found. */
import { isId, pathTo } from '../target/id.ts';
import { isRecord } from '../json.ts';
import { parseActionSchema } from '../target/action-schema.ts';
import { findRoute, toRoutePath } from '../target/optional-routes.ts';
import type { Id } from '../target/id.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { Session } from '../target/session.ts';

/** Reads one resource of each kind, on a graph that the kit may edit. */
export const probeFields = async (
  { silent: http, fields, manifest }: Session,
  listedRoutes: ReadonlySet<string>,
  graphId: Id,
): Promise<void> => {
  const probePath = async (path: string, ...keys: readonly FieldName[]): Promise<void> => {
    const { ok, json } = await http.get(path);
    if (ok && isRecord(json)) for (const key of keys) fields.read(json, key);
  };
  const graph = findRoute('getGraph', manifest, listedRoutes);
  if (graph) await probePath(toRoutePath(graph, graphId), 'graph.state', 'graph.running');
  await probePath(pathTo`/api/graphs/${graphId}/layout/saved`, 'layout.saved');
  await probePath(pathTo`/api/graphs/${graphId}/layout/aspect-ratio`, 'layout.aspectRatio');
  await probePath('/api/node-types/search?query=no-such-node-type', 'search.hint');
  parseActionSchema((await http.get('/api/actions/schema')).json, fields);
  const [entry] = fields.items((await http.get('/api/console')).json) ?? [];
  for (const key of consoleFields) fields.read(entry, key);
  const [connection] = fields.items((await http.get(pathTo`/api/graphs/${graphId}/connections`)).json) ?? [];
  fields.read(connection, 'connection.id');
  await probeVariableFields(http, fields, listedRoutes, manifest);
};

const consoleFields = ['console.severity', 'console.contextType', 'console.timestamp'] as const;

/** Probes the fields of an existing variable, taken from the list of variables. */
const probeVariableFields = async (
  http: Session['silent'],
  fields: Session['fields'],
  listedRoutes: ReadonlySet<string>,
  manifest: Session['manifest'],
): Promise<void> => {
  if (!listedRoutes.has('GET /api/variables')) return;
  const [first] = fields.items((await http.get('/api/variables')).json) ?? [];
  const route = findRoute('readVariable', manifest, listedRoutes);
  if (!isRecord(first)) return;
  const record = route && isId(first.id) ? (await http.get(toRoutePath(route, first.id))).json : first;
  for (const key of ['variable.type', 'variable.value'] as const) fields.read(record, key);
};
