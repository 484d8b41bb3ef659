import { getByPath, includesDeep, filterRecords, filterStrings } from '../json.ts';
import { createDeleteRequest } from '../target/delete-request.ts';
import { pathTo } from '../target/id.ts';
import { findRoute, toRoutePath } from '../target/optional-routes.ts';
import { createResourceTracker, describeResource } from './resource-tracker.ts';
import { InterruptedError, runUnlessAborted } from './interruption.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { Id } from '../target/id.ts';
import type { Session } from '../target/session.ts';
import type { ResourceTracker, TrackedResource, Resource } from './resource-tracker.ts';

/** Something that a run created and could not clean up. */
export interface Leftover {
  readonly what: string;
  /** The base address of the target, or of the copy of the target. */
  readonly on: string;
  readonly why: string;
}

/**
 * What the target contained before the run: its scene objects, and its layers, keyed by index if the target lists
 * indexes.
 */
interface InitialState {
  readonly objects: unknown;
  readonly layers: readonly { readonly index: number | undefined; readonly name: string }[];
}

const parseLayers = (session: Session, { json }: Reply): InitialState['layers'] => {
  const items = session.fields.items(json) ?? [];
  return [
    ...filterStrings(items).map((name) => ({ index: undefined, name })),
    ...filterRecords(items).flatMap((item) => {
      const name = session.fields.read(item, 'discovery.name');
      const index = typeof item.index === 'number' ? item.index : undefined;
      return typeof name === 'string' ? [{ name, index }] : [];
    }),
  ];
};

const isDeleted = ({ ok, status }: Reply): boolean => ok || status === 404;

const formatErrorReply = (reply: Reply): string =>
  `${reply.title} answered ${reply.status} ${String(reply.at('error.code') ?? '')}`.trim();

/**
 * Creates the cleanup of a run, which deletes what the run created and restores what it changed. Call this function
 * before the run creates anything, because it reads the initial state first.
 */
export const createCleanup = async (session: Session, routes: ReadonlySet<string>) => {
  const { manifest, silent, fields } = session;
  const deleteGraph = findRoute('deleteGraph', manifest, routes);
  const deleteVariable = findRoute('deleteVariable', manifest, routes);
  const listGraphs = findRoute('listGraphs', manifest, routes);
  const readLayers = async (http: HttpClient) =>
    parseLayers(session, await http.get('/api/discovery/layers'));
  const before: InitialState = {
    objects: (await silent.get('/api/discovery/scene-objects')).json,
    layers: await readLayers(silent),
  };

  const destroyGraph = async (http: HttpClient, id: Id): Promise<string | undefined> => {
    if (deleteGraph === undefined) return 'no route deletes graphs (choices.routes.deleteGraph)';
    const { method, path } = createDeleteRequest(deleteGraph, String(id));
    const reply = await http.send(method, path);
    return isDeleted(reply) ? undefined : formatErrorReply(reply);
  };

  /** Replaces a graph and its file with a new graph of the same name, then deletes the new graph. */
  const replaceGraph = async (http: HttpClient, name: string): Promise<string | undefined> => {
    if (deleteGraph === undefined) return 'no route deletes graphs (choices.routes.deleteGraph)';
    const reply = await http.post('/api/graphs?replace=true', { name });
    const id = reply.at('id');
    return reply.ok && typeof id === 'string' ? destroyGraph(http, id) : formatErrorReply(reply);
  };

  const namedIn = async (
    http: HttpClient,
    path: string,
    name: string,
  ): Promise<readonly Id[] | undefined> => {
    const reply = await http.get(path);
    const items = reply.ok ? fields.items(reply.json) : undefined;
    return items && filterRecords(items).flatMap((item) => (item.name === name ? [item.id as Id] : []));
  };

  const graph = async (http: HttpClient, { id, name }: { id?: Id; name?: string }) => {
    if (id !== undefined) return destroyGraph(http, id);
    if (name === undefined) return undefined;
    const ids = listGraphs && (await namedIn(http, listGraphs.template, name));
    return ids?.length === 0 ? undefined : replaceGraph(http, name);
  };

  const variable = async (http: HttpClient, { id, name }: { id?: Id; name?: string }) => {
    if (deleteVariable === undefined) return 'no route deletes variables (choices.routes.deleteVariable)';
    const ids = id === undefined ? await namedIn(http, '/api/variables', String(name)) : [id];
    if (ids === undefined) return 'GET /api/variables does not show whether it is there';
    for (const variableId of ids) {
      const reply = await http.send(deleteVariable.method, toRoutePath(deleteVariable, variableId));
      if (!isDeleted(reply)) return formatErrorReply(reply);
    }
    return undefined;
  };

  const object = async (http: HttpClient, tags: readonly string[]): Promise<string | undefined> => {
    const ownTags = tags.filter((tag) => !includesDeep(before.objects, tag));
    const replies: Reply[] = [];
    for (const tag of ownTags) {
      const reply = await http.post('/api/actions/scene/objects.destroy', { object: tag });
      if (reply.ok) return undefined;
      replies.push(reply);
    }
    const remainingObjects = await http.get('/api/discovery/scene-objects');
    if (remainingObjects.ok && ownTags[0] !== undefined && !includesDeep(remainingObjects.json, ownTags[0]))
      return undefined;
    return replies[0] ? formatErrorReply(replies[0]) : 'nothing distinguishes it from what was there before';
  };

  const layer = async (
    http: HttpClient,
    { index, parameters, key }: Extract<Resource, { kind: 'layer' }>,
  ): Promise<string | undefined> => {
    const now = await readLayers(http);
    const removedLayers = before.layers.filter(({ name }) => now.every((existing) => existing.name !== name));
    const previous =
      before.layers.find((existing) => existing.index === index) ??
      (removedLayers.length === 1 && removedLayers[0]?.index === undefined ? removedLayers[0] : undefined);
    if (previous === undefined) {
      if (now.every(({ name }) => name !== getByPath(parameters, key))) return undefined;
      const reply = await http.post('/api/actions/scene/deleteLayer', { index });
      return reply.ok ? undefined : 'it had no name before, and no action removes a name';
    }
    if (previous.name === getByPath(parameters, key)) return undefined;
    const reply = await http.post('/api/actions/scene/createLayer', { ...parameters, [key]: previous.name });
    return reply.ok ? undefined : formatErrorReply(reply);
  };

  const attempt = (http: HttpClient, resource: Resource): Promise<string | undefined> => {
    switch (resource.kind) {
      case 'run':
        // Accepts most errors, because a graph that is not running can't be stopped, however the target responds.
        return http
          .post(pathTo`/api/graphs/${resource.id}/stop`)
          .then(({ ok, status }) => (ok || status < 500 ? undefined : `stop answered ${status}`));
      case 'graph':
        return graph(http, resource);
      case 'graph file':
        return replaceGraph(http, resource.name);
      case 'variable':
        return variable(http, resource);
      case 'object':
        return object(http, resource.tags);
      case 'layer':
        return layer(http, resource);
      case 'images':
        return Promise.resolve('no route deletes what POST /api/dev/export-node-pngs wrote');
    }
  };

  const removeResource = async (
    { resource, target }: TrackedResource,
    end: AbortSignal,
  ): Promise<string | undefined> => {
    const http = session.createClient(() => {}, target);
    try {
      return await runUnlessAborted(end, () => attempt(http, resource));
    } catch (error) {
      if (error instanceof InterruptedError) return 'the time ran out';
      return error instanceof Error ? error.message : String(error);
    }
  };

  return {
    /** Whether the target can delete graphs permanently. */
    canDiscard: deleteGraph !== undefined,
    inventory: (): ResourceTracker =>
      createResourceTracker({
        deleteGraph,
        createVariable: findRoute('createVariable', manifest, routes),
        deleteVariable,
      }),
    /**
     * Deletes everything that a tracker contains, as far as the time allows. Returns what is left, which stays in the
     * tracker.
     */
    async empty(inventory: ResourceTracker, end: AbortSignal): Promise<readonly Leftover[]> {
      const reasons = new Map<string, string>();
      for (const item of inventory.items()) {
        const reason = await removeResource(item, end);
        if (reason === undefined) inventory.remove(item);
        else reasons.set(describeResource(item.resource), reason);
      }
      return inventory.items().map(({ resource, target }) => ({
        what: describeResource(resource),
        on: target.url,
        why: reasons.get(describeResource(resource)) ?? 'the time ran out',
      }));
    },
  };
};

export type Cleanup = Awaited<ReturnType<typeof createCleanup>>;
