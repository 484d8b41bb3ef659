import { filterStrings, getByPath, isRecord, type JsonRecord, walkJson } from '../json.ts';
import { type Id, isId } from '../target/id.ts';
import { findObjectTags } from '../target/tags.ts';
import { listMutatingRequests, matchRouteId, type MutatingRequest } from './mutating-requests.ts';
import type { ActionCatalog } from '../target/action-catalog.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Manifest } from '../target/manifest.ts';
import type { Route } from '../target/routes.ts';
import type { TargetInfo } from '../target/session.ts';
import type { Fields } from '../target/undocumented-fields.ts';

/** Something that a run created or changed, and could not undo. */
export interface Leftover {
  readonly what: string;
  /** The base address of the target, or of the copy of the target. */
  readonly on: string;
  readonly why: string;
}

/** Something that a run created or changed on a target. */
export type Resource =
  | { readonly kind: 'run'; readonly id: Id }
  /** The id is missing if the response contained none. */
  | { readonly kind: 'graph' | 'variable'; readonly id?: Id; readonly name?: string }
  /** The file of a graph that was removed without its file. */
  | { readonly kind: 'graph file'; readonly name: string }
  /** The possible tags of the object, the likeliest first. */
  | { readonly kind: 'object'; readonly tags: readonly string[] }
  /** These parameters identify the layer; the one called `key` contains its name. */
  | { readonly kind: 'layer'; readonly index: number; readonly parameters: JsonRecord; readonly key: string }
  /** The undo action needs the same parameters as the action that subscribed. */
  | { readonly kind: 'subscription'; readonly undo: string; readonly parameters: JsonRecord }
  /** The parameters of the call, and the fields of its response. */
  | { readonly kind: 'listener'; readonly fields: JsonRecord }
  /** The texts that may be the tag or the name of a bundled asset. */
  | { readonly kind: 'bundled asset'; readonly texts: readonly string[] }
  | { readonly kind: 'images' };

export interface TrackedResource {
  readonly resource: Resource;
  readonly target: TargetInfo;
}

/** The undocumented routes that the target supports, if any. */
interface TrackerOptions {
  readonly catalog: ActionCatalog;
  readonly fields: Fields;
  readonly manifest: Manifest;
  /** Called with everything that the run creates. */
  readonly onCreated?: (on: TargetInfo, resource: Resource) => void;

  readonly deleteGraph: Route | undefined;
  readonly createVariable: Route | undefined;
  readonly deleteVariable: Route | undefined;
}

/** The order in which resources are deleted. */
const cleanupOrder: readonly Resource['kind'][] = [
  'run',
  'subscription',
  'listener',
  'variable',
  'bundled asset',
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

/**
 * Creates a tracker of the resources that a run has created and not yet deleted. The tracker derives these resources
 * from the exchanges with targets.
 */
export const createResourceTracker = (routes: TrackerOptions) => {
  const { catalog, fields, manifest, onCreated = () => {} } = routes;
  const items = new Map<string, TrackedResource>();
  const keyOf = ({ resource, target }: TrackedResource): string =>
    `${target.url} ${describeResource(resource)}`;
  const track = (on: TargetInfo, resource: Resource): void => {
    items.set(keyOf({ resource, target: on }), { resource, target: on });
    onCreated(on, resource);
  };
  const listTags = (response: unknown): readonly string[] => {
    if (manifest.choices.paths['spawn.tag'] === undefined) return findObjectTags(response);
    return filterStrings([fields.read(response, 'spawn.tag')]);
  };
  /** Stops tracking a resource. Removing a graph also removes its run. */
  const remove = ({ resource, target }: TrackedResource): void => {
    items.delete(keyOf({ resource, target }));
    if (resource.kind === 'graph' && resource.id !== undefined)
      items.delete(keyOf({ resource: { kind: 'run', id: resource.id }, target }));
  };
  const findTracked = (
    on: TargetInfo,
    matches: (resource: Resource) => boolean,
  ): readonly TrackedResource[] =>
    [...items.values()].filter((item) => item.target.url === on.url && matches(item.resource));
  const isGraph =
    (id: string) =>
    (resource: Resource): boolean =>
      resource.kind === 'graph' && String(resource.id) === id;

  const trackGraphs = (on: TargetInfo, call: MutatingRequest): void => {
    if (matchRouteId(call, createGraphRoute) !== undefined) {
      const { name } = call.body();
      const id = getByPath(call.response(), 'id');
      if (typeof name !== 'string' || call.outcome === 'refused') return;
      const isSame = (resource: Resource): boolean =>
        (resource.kind === 'graph' || resource.kind === 'graph file') && resource.name === name;
      if (call.outcome === 'done') for (const item of findTracked(on, isSame)) remove(item);
      track(on, { kind: 'graph', name, ...(call.outcome === 'done' && isId(id) && { id }) });
    }
    const original = matchRouteId(call, duplicateGraphRoute);
    if (original === undefined || call.outcome === 'refused') return;
    const name = getByPath(call.response(), 'name') ?? call.body().name;
    const id = ['id', 'graphId', 'graph.id', 'newGraphId']
      .map((path) => getByPath(call.response(), path))
      .find((value) => isId(value) && value !== original);
    if (!isId(id) && typeof name !== 'string') return;
    track(on, { kind: 'graph', ...(isId(id) && { id }), ...(typeof name === 'string' && { name }) });
  };

  const trackRemovals = (on: TargetInfo, call: MutatingRequest): void => {
    if (call.outcome !== 'done') return;
    for (const route of [...removeGraphRoutes, ...(routes.deleteGraph ? [routes.deleteGraph] : [])]) {
      const id = matchRouteId(call, route);
      if (id === undefined) continue;
      for (const item of findTracked(on, isGraph(id))) {
        remove(item);
        const { name } = item.resource as { name?: string };
        if (name !== undefined && call.query.get('deleteFile') !== 'true')
          track(on, { kind: 'graph file', name });
      }
    }
  };

  const trackRuns = (on: TargetInfo, call: MutatingRequest): void => {
    const started = matchRouteId(call, runGraphRoute);
    if (started !== undefined && call.outcome !== 'refused') track(on, { kind: 'run', id: started });
    const stopped = matchRouteId(call, stopGraphRoute);
    if (stopped !== undefined && call.outcome === 'done')
      remove({ target: on, resource: { kind: 'run', id: stopped } });
  };

  const trackVariables = (on: TargetInfo, call: MutatingRequest): void => {
    if (routes.createVariable && matchRouteId(call, routes.createVariable) !== undefined) {
      const id = getByPath(call.response(), 'id');
      const name =
        Object.values(call.body()).find((value) => value === getByPath(call.response(), 'name')) ??
        call.body().name;
      if (call.outcome === 'done' && isId(id)) track(on, { kind: 'variable', id });
      else if (call.outcome === 'perhaps' && typeof name === 'string') track(on, { kind: 'variable', name });
    }
    const id = routes.deleteVariable && matchRouteId(call, routes.deleteVariable);
    if (id !== undefined && call.outcome === 'done')
      remove({ target: on, resource: { kind: 'variable', id } });
  };

  const trackSubscriptions = (on: TargetInfo, action: string, call: MutatingRequest): void => {
    const parameters = call.body();
    if (/^(midi|streaming)\.subscribe$/.test(action))
      track(on, { kind: 'subscription', undo: action.replace('.', '.un'), parameters });
    if (/^(midi|streaming)\.unsubscribe$/.test(action))
      remove({ target: on, resource: { kind: 'subscription', undo: action, parameters } });
    if (action === 'webhook.listen') {
      const response = [...walkJson(call.response())].filter(isRecord).toReversed();
      track(on, { kind: 'listener', fields: Object.assign({}, ...response, parameters) });
    }
    if (action === 'webhook.unlisten') {
      const texts = Object.values(parameters);
      const isRemoved = (resource: Resource): boolean =>
        resource.kind === 'listener' && Object.values(resource.fields).some((value) => texts.includes(value));
      for (const item of findTracked(on, isRemoved)) remove(item);
    }
  };

  const trackScene = (on: TargetInfo, call: MutatingRequest): void => {
    const action = call.method === 'POST' ? catalog.getName(call.segments) : undefined;
    if (action === undefined || call.outcome !== 'done') return;
    trackSubscriptions(on, action, call);
    if (action === 'assets.createbundled')
      track(on, {
        kind: 'bundled asset',
        texts: filterStrings([...walkJson([call.response(), call.body()])]),
      });
    if (/\.(spawn|clone|duplicate|instantiate|copy)\w*$/.test(action)) {
      const tags = listTags(call.response());
      if (tags.length > 0) track(on, { kind: 'object', tags });
    }
    if (/\.destroy$/.test(action)) {
      const texts = filterStrings(Object.values(call.body()));
      const isDeleted = (resource: Resource): boolean =>
        resource.kind === 'object' && resource.tags.some((tag) => texts.includes(tag));
      for (const item of findTracked(on, isDeleted)) remove(item);
    }
    if (action === 'scene.createlayer') {
      const index = Object.values(call.body()).find((value) => typeof value === 'number');
      const [key] = Object.entries(call.body()).find(([, value]) => typeof value === 'string') ?? [];
      if (index !== undefined && key !== undefined) {
        track(on, { kind: 'layer', index, parameters: call.body(), key });
      }
    }
  };

  return {
    record(on: TargetInfo, exchange: Exchange): void {
      for (const call of listMutatingRequests(exchange, on.url)) {
        trackGraphs(on, call);
        trackRemovals(on, call);
        trackRuns(on, call);
        trackVariables(on, call);
        trackScene(on, call);
        if (matchRouteId(call, exportImagesRoute) !== undefined && call.outcome === 'done')
          track(on, { kind: 'images' });
      }
    },
    /** Tracks a graph whose creation was not recognized, because the response with its id has an unusual shape. */
    adopt(on: TargetInfo, id: string): void {
      if (findTracked(on, isGraph(id)).length === 0) track(on, { kind: 'graph', id });
    },
    remove,
    /** Returns the tracked resources, in the order in which they must be deleted. */
    items: (): readonly TrackedResource[] =>
      cleanupOrder.flatMap((kind) => [...items.values()].filter(({ resource }) => resource.kind === kind)),
  };
};

export type ResourceTracker = ReturnType<typeof createResourceTracker>;

/** Describes a resource so that it can be distinguished from all other resources of the same target. */
export const describeResource = (resource: Resource): string => {
  switch (resource.kind) {
    case 'run':
      return `the run of the graph ${resource.id}`;
    case 'graph':
    case 'variable':
      return `the ${resource.kind} ${resource.id ?? resource.name}`;
    case 'graph file':
      return `the file of the graph ${resource.name}`;
    case 'object':
      return `the scene object ${resource.tags[0]}`;
    case 'layer':
      return `the name of the layer ${resource.index}`;
    case 'subscription':
      return `the subscription that ${resource.undo} of ${JSON.stringify(resource.parameters)} ends`;
    case 'listener':
      return `the webhook listener ${filterStrings(Object.values(resource.fields)).join(', ')}`;
    case 'bundled asset':
      return `the bundled asset ${resource.texts.join(', ')}`;
    case 'images':
      return 'the images of node types';
  }
};
