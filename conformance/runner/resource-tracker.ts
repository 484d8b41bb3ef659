import { isId } from '../target/id.ts';
import { findObjectTags } from '../target/object-tags.ts';
import { getByPath, filterStrings } from '../json.ts';
import { listMutatingRequests, matchRouteId } from './mutating-requests.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Route } from '../target/optional-routes.ts';
import type { TargetInfo } from '../target/session.ts';
import type { MutatingRequest } from './mutating-requests.ts';

/** Something that a run created on a target, or changed there. */
export type Resource =
  | { readonly kind: 'run'; readonly id: Id }
  /** Without an id where the answer told none. */
  | { readonly kind: 'graph' | 'variable'; readonly id?: Id; readonly name?: string }
  /** Of a graph that was removed without it. */
  | { readonly kind: 'graph file'; readonly name: string }
  /** What may be its tag, the likeliest first. */
  | { readonly kind: 'object'; readonly tags: readonly string[] }
  /** Named by these parameters, of which `key` holds the name. */
  | { readonly kind: 'layer'; readonly index: number; readonly parameters: JsonRecord; readonly key: string }
  | { readonly kind: 'images' };

export interface TrackedResource {
  readonly resource: Resource;
  readonly target: TargetInfo;
}

/** The undocumented routes, if the target has them. */
interface ResourceRoutes {
  readonly deleteGraph: Route | undefined;
  readonly createVariable: Route | undefined;
  readonly deleteVariable: Route | undefined;
}

/** The order in which resources are deleted. */
const cleanupOrder: readonly Resource['kind'][] = [
  'run',
  'variable',
  'object',
  'layer',
  'graph',
  'graph file',
  'images',
];

const createPostRoute = (template: string): Route => ({ method: 'POST', template });

const createGraphRoute = createPostRoute('/api/graphs');
const duplicateGraphRoute = createPostRoute('/api/graphs/{id}/duplicate');
const removeGraphRoutes = [
  { method: 'DELETE', template: '/api/graphs/{id}' },
  createPostRoute('/api/graphs/{id}/remove'),
] as const;
const runGraphRoute = createPostRoute('/api/graphs/{id}/run');
const stopGraphRoute = createPostRoute('/api/graphs/{id}/stop');
const exportImagesRoute = createPostRoute('/api/dev/export-node-pngs');

/** Creates a tracker of what was created and not deleted yet, as the exchanges with targets show it. */
export const createResourceTracker = (routes: ResourceRoutes) => {
  const items = new Map<string, TrackedResource>();
  const keyOf = ({ resource, target }: TrackedResource): string =>
    `${target.url} ${describeResource(resource)}`;
  const put = (on: TargetInfo, thing: Resource): void => {
    items.set(keyOf({ resource: thing, target: on }), { resource: thing, target: on });
  };
  /** A run ends with its graph. */
  const strike = ({ resource, target }: TrackedResource): void => {
    items.delete(keyOf({ resource, target }));
    if (resource.kind === 'graph' && resource.id !== undefined)
      items.delete(keyOf({ resource: { kind: 'run', id: resource.id }, target }));
  };
  const those = (on: TargetInfo, suits: (thing: Resource) => boolean): readonly TrackedResource[] =>
    [...items.values()].filter((item) => item.target.url === on.url && suits(item.resource));
  const isGraph =
    (id: string) =>
    (thing: Resource): boolean =>
      thing.kind === 'graph' && String(thing.id) === id;

  const seeGraphs = (on: TargetInfo, call: MutatingRequest): void => {
    if (matchRouteId(call, createGraphRoute) !== undefined) {
      const { name } = call.body();
      const id = getByPath(call.response(), 'id');
      if (typeof name !== 'string' || call.outcome === 'refused') return;
      const isSame = (thing: Resource): boolean =>
        (thing.kind === 'graph' || thing.kind === 'graph file') && thing.name === name;
      if (call.outcome === 'done') for (const item of those(on, isSame)) strike(item);
      put(on, { kind: 'graph', name, ...(call.outcome === 'done' && isId(id) && { id }) });
    }
    const original = matchRouteId(call, duplicateGraphRoute);
    if (original === undefined || call.outcome === 'refused') return;
    const name = getByPath(call.response(), 'name') ?? call.body().name;
    const id = ['id', 'graphId', 'graph.id', 'newGraphId']
      .map((path) => getByPath(call.response(), path))
      .find((value) => isId(value) && value !== original);
    if (!isId(id) && typeof name !== 'string') return;
    put(on, { kind: 'graph', ...(isId(id) && { id }), ...(typeof name === 'string' && { name }) });
  };

  const seeRemovals = (on: TargetInfo, call: MutatingRequest): void => {
    if (call.outcome !== 'done') return;
    for (const route of [...removeGraphRoutes, ...(routes.deleteGraph ? [routes.deleteGraph] : [])]) {
      const id = matchRouteId(call, route);
      if (id === undefined) continue;
      for (const item of those(on, isGraph(id))) {
        strike(item);
        const { name } = item.resource as { name?: string };
        if (name !== undefined && call.query.get('deleteFile') !== 'true')
          put(on, { kind: 'graph file', name });
      }
    }
  };

  const seeRuns = (on: TargetInfo, call: MutatingRequest): void => {
    const started = matchRouteId(call, runGraphRoute);
    if (started !== undefined && call.outcome !== 'refused') put(on, { kind: 'run', id: started });
    const stopped = matchRouteId(call, stopGraphRoute);
    if (stopped !== undefined && call.outcome === 'done')
      strike({ target: on, resource: { kind: 'run', id: stopped } });
  };

  const seeVariables = (on: TargetInfo, call: MutatingRequest): void => {
    if (routes.createVariable && matchRouteId(call, routes.createVariable) !== undefined) {
      const id = getByPath(call.response(), 'id');
      const name =
        Object.values(call.body()).find((value) => value === getByPath(call.response(), 'name')) ??
        call.body().name;
      if (call.outcome === 'done' && isId(id)) put(on, { kind: 'variable', id });
      else if (call.outcome === 'perhaps' && typeof name === 'string') put(on, { kind: 'variable', name });
    }
    const id = routes.deleteVariable && matchRouteId(call, routes.deleteVariable);
    if (id !== undefined && call.outcome === 'done')
      strike({ target: on, resource: { kind: 'variable', id } });
  };

  const seeScene = (on: TargetInfo, call: MutatingRequest): void => {
    const action = getActionName(call);
    if (action === undefined || call.outcome !== 'done') return;
    if (/\.(spawn|clone|duplicate|instantiate|copy)\w*$/.test(action)) {
      const tags = findObjectTags(call.response());
      if (tags.length > 0) put(on, { kind: 'object', tags });
    }
    if (/\.destroy$/.test(action)) {
      const named = filterStrings(Object.values(call.body()));
      const isGone = (thing: Resource): boolean =>
        thing.kind === 'object' && thing.tags.some((tag) => named.includes(tag));
      for (const item of those(on, isGone)) strike(item);
    }
    if (action === 'scene.createlayer') {
      const index = Object.values(call.body()).find((value) => typeof value === 'number');
      const [key] = Object.entries(call.body()).find(([, value]) => typeof value === 'string') ?? [];
      if (index !== undefined && key !== undefined) {
        put(on, { kind: 'layer', index, parameters: call.body(), key });
      }
    }
  };

  return {
    /** Records an exchange with a target. */
    see(on: TargetInfo, exchange: Exchange): void {
      for (const call of listMutatingRequests(exchange, on.url)) {
        seeGraphs(on, call);
        seeRemovals(on, call);
        seeRuns(on, call);
        seeVariables(on, call);
        seeScene(on, call);
        if (matchRouteId(call, exportImagesRoute) !== undefined && call.outcome === 'done')
          put(on, { kind: 'images' });
      }
    },
    /** Records a graph whose id was read from a response of another shape. */
    adopt(on: TargetInfo, id: string): void {
      if (those(on, isGraph(id)).length === 0) put(on, { kind: 'graph', id });
    },
    strike,
    /** In the order in which they are deleted. */
    items: (): readonly TrackedResource[] =>
      cleanupOrder.flatMap((kind) => [...items.values()].filter(({ resource }) => resource.kind === kind)),
  };
};

export type ResourceTracker = ReturnType<typeof createResourceTracker>;

/** The category and name of the action that a call runs, in lower case. */
const getActionName = ({ method, segments: [api, actions, ...name] }: MutatingRequest): string | undefined =>
  method === 'POST' && api === 'api' && actions === 'actions' ? name.join('.').toLowerCase() : undefined;

/** Describes a resource so that it can't be confused with others of its target. */
export const describeResource = (thing: Resource): string => {
  switch (thing.kind) {
    case 'run':
      return `the run of the graph ${thing.id}`;
    case 'graph':
    case 'variable':
      return `the ${thing.kind} ${thing.id ?? thing.name}`;
    case 'graph file':
      return `the file of the graph ${thing.name}`;
    case 'object':
      return `the scene object ${thing.tags[0]}`;
    case 'layer':
      return `the name of the layer ${thing.index}`;
    case 'images':
      return 'the images of node types';
  }
};
