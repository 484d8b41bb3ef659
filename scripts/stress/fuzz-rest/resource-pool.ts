import { getByPath, filterRecords, filterStrings } from '../../../conformance/json.ts';
import { isResourceReference } from './schema-arbitraries.ts';
import type { HttpClient } from '../../../conformance/target/http/exchange.ts';
import type { OpenApiOperation } from '../../../conformance/coverage/openapi-operations.ts';

/** Maximum number of graphs. If there are more, the oldest graphs are deleted. */
const maxGraphs = 12;

const listIds = (value: unknown): readonly string[] => filterRecords(value).map(({ id }) => String(id));

/** Tracks a target's existing resources by kind. */
export const createResourcePool = (http: HttpClient, operations: readonly OpenApiOperation[]) => {
  let idsByKind: Readonly<Record<string, readonly string[]>> = {};

  /** Reads the existing resources again. Creates a graph with some nodes if there is no graph. */
  const refresh = async (): Promise<void> => {
    let graphs = listIds((await http.get('/api/graphs')).json);
    for (const id of graphs.slice(0, Math.max(0, graphs.length - maxGraphs)))
      await http.delete(`/api/graphs/${id}?deleteFile=true`);
    graphs = graphs.slice(-maxGraphs);
    const category = filterStrings((await http.get('/api/node-types/enum-values')).json);
    if (graphs.length < 2) {
      const created = await http.post('/api/graphs', {});
      const id = String(created.at('id'));
      await http.post(
        `/api/graphs/${id}/nodes/bulk`,
        category.map((name) => ({ category: name })),
      );
      graphs = [...graphs, id];
    }
    const details = await Promise.all(graphs.map(async (id) => (await http.get(`/api/graphs/${id}`)).json));
    const nodes = details.flatMap((detail) => filterRecords(getByPath(detail, 'nodes')));
    const ports = nodes.flatMap((node) => filterRecords(node.ports).map((port) => ({ node, port })));
    idsByKind = {
      graph: graphs,
      node: listIds(nodes),
      port: ports.map(({ port }) => String(port.id)),
      end: ports.map(({ node, port }) => `${node.id}/${port.name}`),
      connection: details.flatMap((detail) => listIds(getByPath(detail, 'connections'))),
      variable: listIds((await http.get('/api/variables')).json),
      category,
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
    };
  };

  const pickId = (kind: string, number: number): string => {
    // biome-ignore lint/style/noNonNullAssertion: the document has operations
    if (kind === 'path') return buildPath(operations[number % operations.length]!, number);
    const ids = idsByKind[kind] ?? [];
    return ids[number % ids.length] ?? 'none';
  };

  const getKind = (name: string, path: string): string | undefined => {
    if (name === 'id') return path.startsWith('/api/variables') ? 'variable' : 'graph';
    const kind = name.replace(/Id$/, '');
    return kind in idsByKind && kind !== 'category' ? kind : undefined;
  };

  /**
   * Returns an operation's path, filled with existing resources. `number` selects the resources, and `lastSegment`
   * replaces the last parameter.
   */
  const buildPath = (
    { path, parameters }: OpenApiOperation,
    number: number,
    lastSegment?: string,
  ): string => {
    const names = path.match(/\{\w+\}/g) ?? [];
    return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (lastSegment !== undefined && placeholder === names.at(-1)) return lastSegment;
      const kind = getKind(name, path);
      const example = parameters.find((parameter) => parameter.name === name)?.example;
      return encodeURIComponent(kind === undefined ? String(example ?? name) : pickId(kind, number));
    });
  };

  /** Replaces the references in a value with existing resources. */
  const fillReferences = (value: unknown): unknown => {
    if (isResourceReference(value)) return pickId(value.pick, value.number);
    if (Array.isArray(value)) return value.map(fillReferences);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, nested]) => [name, fillReferences(nested)]));
  };

  return { refresh, buildPath, fillReferences };
};
