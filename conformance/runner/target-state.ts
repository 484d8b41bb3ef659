/** Reads everything on a target that a run may change and that the target's public interface shows. */
import { isRecord, walkJson } from '../json.ts';
import { findRoute } from '../target/routes.ts';
import { pathTo } from '../target/id.ts';
import type { ActionCatalog } from '../target/action-catalog.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { Manifest } from '../target/manifest.ts';

/** The parts of a target's state. A part is `undefined` if the target does not show it. */
export interface TargetState {
  readonly graphs: unknown;
  /** The nodes of each graph, keyed by the graph's id. */
  readonly nodes: unknown;
  readonly variables: unknown;
  readonly objects: unknown;
  readonly bundles: unknown;
  readonly assets: unknown;
  readonly layers: unknown;
  readonly listeners: unknown;
  readonly output: unknown;
  readonly project: unknown;
}

export type StatePart = keyof TargetState;

export interface StateReader {
  readonly http: HttpClient;
  readonly fields: Fields;
  readonly manifest: Manifest;
  readonly routes: ReadonlySet<string>;
  readonly catalog: ActionCatalog;
}

/** Maximum number of graphs whose nodes are read. */
const maxGraphs = 100;

const getBody = (reply: Reply): unknown => (reply.ok ? reply.json : undefined);

export const readStatePart = async (
  { http, fields, manifest, routes, catalog }: StateReader,
  part: StatePart,
): Promise<unknown> => {
  const get = async (path: string | undefined): Promise<unknown> =>
    path === undefined ? undefined : getBody(await http.get(path));
  const call = async (action: string, parameters = {}): Promise<unknown> => {
    if (!catalog.isOffered(action)) return undefined;
    const json = getBody(await catalog.call(http, action, parameters));
    return fields.read(json, 'action.answer') ?? json;
  };
  switch (part) {
    case 'graphs':
      return get(findRoute('listGraphs', manifest, routes)?.template);
    case 'nodes': {
      const graphs = await get(findRoute('listGraphs', manifest, routes)?.template);
      const ids = (fields.items(graphs) ?? []).flatMap((graph) => (isRecord(graph) ? [graph.id] : []));
      const nodes: Record<string, unknown> = {};
      for (const id of ids.slice(0, maxGraphs))
        nodes[String(id)] = await get(pathTo`/api/graphs/${id}/nodes`);
      return nodes;
    }
    case 'variables':
      return get(findRoute('listVariables', manifest, routes)?.template);
    case 'objects':
      return get('/api/discovery/scene-objects');
    case 'bundles':
      return get('/api/discovery/bundled-assets');
    case 'assets':
      return call('assets.list', manifest.choices.actions['assets.list']);
    case 'layers':
      return get('/api/discovery/layers');
    case 'listeners':
      return call('webhook.listeners');
    case 'output':
      return call('output.get', manifest.choices.actions['output.get']);
    case 'project':
      return (await http.get('/api/health')).at('projectName');
  }
};

export const stateParts: readonly StatePart[] = [
  'graphs',
  'nodes',
  'variables',
  'objects',
  'bundles',
  'assets',
  'layers',
  'listeners',
  'output',
  'project',
];

export const readTargetState = async (reader: StateReader): Promise<TargetState> => {
  const state: Partial<Record<StatePart, unknown>> = {};
  for (const part of stateParts) state[part] = await readStatePart(reader, part).catch(() => undefined);
  return state as TargetState;
};

/** Returns all strings and numbers in a part of the state, as texts. */
export const listTexts = (part: unknown): ReadonlySet<string> =>
  new Set(
    [...walkJson(part)].flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    ),
  );

/** Returns the ids of the records in a list, however deep, and the keys of its maps if they are ids. */
export const listIds = (part: unknown): ReadonlySet<string> =>
  new Set(
    [...walkJson(part)].flatMap((value) =>
      isRecord(value) && (typeof value.id === 'string' || typeof value.id === 'number')
        ? [String(value.id)]
        : [],
    ),
  );
