import { filterRecords, getByPath, includesDeep, isRecord, type JsonRecord } from '../json.ts';
import { createActionCatalog } from '../target/action-catalog.ts';
import { type Id, pathTo } from '../target/id.ts';
import { listAssetTags } from '../target/tags.ts';
import { createDeleteRequest, findRoute, toRoutePath } from '../target/routes.ts';
import { createCreatedTexts, listRemains } from './created-texts.ts';
import { InterruptedError, runUnlessAborted } from './interruption.ts';
import { createRequestGuard } from './request-guard.ts';
import {
  createResourceTracker,
  describeResource,
  type Leftover,
  type Resource,
  type ResourceTracker,
  type TrackedResource,
} from './resource-tracker.ts';
import { readStatePart } from './target-state.ts';
import { describeStatus, type HttpClient, type Reply } from '../target/http/exchange.ts';
import type { Session, TargetInfo } from '../target/session.ts';

interface Layer {
  readonly name: string;
  readonly item: unknown;
}

const parseLayers = ({ fields }: Session, json: unknown): readonly Layer[] =>
  (fields.items(json) ?? []).flatMap((item) => {
    const name = isRecord(item) ? fields.read(item, 'discovery.name') : item;
    return typeof name === 'string' ? [{ name, item }] : [];
  });

/** Returns the paths at which a JSON value contains a number. */
const listPathsOf = (number: number, value: unknown, prefix = ''): readonly string[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        inner === number ? [prefix + key] : listPathsOf(number, inner, `${prefix}${key}.`),
      )
    : [];

const isDeleted = ({ ok, status }: Reply): boolean => ok || status === 404;

const formatErrorReply = (reply: Reply): string => `${reply.title} answered ${describeStatus(reply)}`;

/**
 * Creates the cleanup of a run, which deletes what the run created and restores what it changed. Call this function
 * before the run creates anything, because it reads the initial state first.
 */
export const createCleanup = async (session: Session, routes: ReadonlySet<string>) => {
  const { manifest, silent, fields } = session;
  const deleteGraph = findRoute('deleteGraph', manifest, routes);
  const deleteVariable = findRoute('deleteVariable', manifest, routes);
  const listGraphs = findRoute('listGraphs', manifest, routes);
  const catalog = createActionCatalog((await silent.get('/api/actions/schema')).json, fields, manifest);
  const guard = createRequestGuard(session, routes, catalog);
  const before = await guard.getFormerState(session.target);
  session.setGuard(guard);
  const created = createCreatedTexts();

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
    const parameter = catalog.getParameterName('scene.objects.destroy', ['object', 'tag']);
    const replies: Reply[] = [];
    for (const tag of ownTags) {
      const reply = await catalog.call(http, 'scene.objects.destroy', { [parameter]: tag });
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
    const formerLayers = parseLayers(session, before.layers);
    const now = parseLayers(session, (await http.get('/api/discovery/layers')).json);
    const removedLayers = formerLayers.filter(({ name }) => now.every((existing) => existing.name !== name));
    // The field of the index is unknown. It is the one in which the renamed layer has the index that the run gave.
    const own = now.find(({ name }) => name === getByPath(parameters, key));
    const paths = own ? listPathsOf(index, own.item) : ['index'];
    const sameIndex = formerLayers.filter(({ item }) => paths.some((at) => getByPath(item, at) === index));
    const previous =
      sameIndex.length === 1
        ? sameIndex[0]
        : paths.length === 0 && removedLayers.length === 1
          ? removedLayers[0]
          : undefined;
    if (previous === undefined) {
      if (own === undefined) return undefined;
      if (paths.length === 0 || sameIndex.length > 1)
        return 'GET /api/discovery/layers does not show which name the layer had before';
      const parameter = catalog.getParameterName('scene.deleteLayer', ['index', 'layer']);
      const reply = await catalog.call(http, 'scene.deleteLayer', { [parameter]: index });
      return reply.ok ? undefined : 'it had no name before, and no action removes a name';
    }
    if (previous.name === getByPath(parameters, key)) return undefined;
    const reply = await catalog.call(http, 'scene.createLayer', { ...parameters, [key]: previous.name });
    return reply.ok ? undefined : formatErrorReply(reply);
  };

  /** Returns the values of these fields that a parameter of the action has the name of. */
  const selectParameters = (action: string, record: JsonRecord): JsonRecord => {
    const values = new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
    const { parameters } = catalog.find(action) ?? {};
    if (parameters === undefined) return record;
    return Object.fromEntries(
      parameters.flatMap(({ name }) => {
        const value = values.get(name.toLowerCase()) ?? (/id$/i.test(name) ? values.get('id') : undefined);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  };

  const subscription = async (
    http: HttpClient,
    { undo, parameters }: Extract<Resource, { kind: 'subscription' }>,
  ): Promise<string | undefined> => {
    const reply = await catalog.call(http, undo, selectParameters(undo, parameters));
    return isDeleted(reply) ? undefined : formatErrorReply(reply);
  };

  const listener = async (http: HttpClient, record: JsonRecord): Promise<string | undefined> => {
    const parameters = selectParameters('webhook.unlisten', record);
    // Without any parameter, the call might remove the listeners of others.
    if (Object.keys(parameters).length === 0) return 'webhook.unlisten has no parameter that names it';
    const reply = await catalog.call(http, 'webhook.unlisten', parameters);
    return isDeleted(reply) ? undefined : formatErrorReply(reply);
  };

  const readAssetTags = async (http: HttpClient, to: TargetInfo): Promise<ReadonlySet<string>> => {
    const reader = { ...guard.createReader(to), http };
    return listAssetTags(fields, [
      await readStatePart(reader, 'assets'),
      await readStatePart(reader, 'bundles'),
    ]);
  };

  /** Deletes a bundled asset, known by the tag that appeared in the lists of assets. */
  const bundle = async (
    http: HttpClient,
    to: TargetInfo,
    texts: readonly string[],
  ): Promise<string | undefined> => {
    const former = listAssetTags(fields, [before.assets, before.bundles]);
    const listNew = async (): Promise<readonly string[]> =>
      [...(await readAssetTags(http, to))].filter((text) => !former.has(text) && texts.includes(text));
    const parameter = catalog.getParameterName('assets.delete', ['asset', 'tag', 'name']);
    let failure: string | undefined;
    for (const tag of await listNew()) {
      const reply = await catalog.call(http, 'assets.delete', { [parameter]: tag, confirm: true });
      if (!reply.ok) failure ??= formatErrorReply(reply);
    }
    return (await listNew()).length === 0 ? undefined : (failure ?? 'assets.list still lists it');
  };

  const attempt = (http: HttpClient, to: TargetInfo, resource: Resource): Promise<string | undefined> => {
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
      case 'subscription':
        return subscription(http, resource);
      case 'listener':
        return listener(http, resource.fields);
      case 'bundled asset':
        return bundle(http, to, resource.texts);
      case 'images':
        return Promise.resolve('no route deletes what POST /api/dev/export-node-pngs wrote');
    }
  };

  const removeResource = async (
    { resource, target }: TrackedResource,
    end: AbortSignal,
  ): Promise<string | undefined> => {
    const { http } = guard.createReader(target);
    try {
      return await runUnlessAborted(end, () => attempt(http, target, resource));
    } catch (error) {
      if (error instanceof InterruptedError) return 'the time ran out';
      return error instanceof Error ? error.message : String(error);
    }
  };

  const listStillThere = async (target: TargetInfo): Promise<readonly Resource[]> => {
    const reader = guard.createReader(target);
    const [graphs, variables, objects] = [
      await readStatePart(reader, 'graphs'),
      await readStatePart(reader, 'variables'),
      await readStatePart(reader, 'objects'),
    ];
    return listRemains(
      { fields, namespace: manifest.namespace, created: created.on(target) },
      await guard.getFormerState(target),
      { graphs, variables, objects },
    );
  };

  return {
    catalog,
    /** Whether the target can delete graphs permanently. */
    canDiscard: deleteGraph !== undefined,
    inventory: (): ResourceTracker =>
      createResourceTracker({
        ...{ catalog, fields, manifest, deleteGraph, deleteVariable },
        createVariable: findRoute('createVariable', manifest, routes),
        onCreated: created.add,
      }),
    /**
     * Writes back every value that the run changed, and looks for everything that the run created. Returns what does
     * not have its former value again, and what is still there.
     */
    async verify(end: AbortSignal): Promise<readonly Leftover[]> {
      const leftovers = [...(await guard.restore())];
      for (const target of created.targets()) {
        for (const resource of await listStillThere(target)) {
          const reason = await removeResource({ resource, target }, end);
          if (reason !== undefined)
            leftovers.push({ what: describeResource(resource), on: target.url, why: reason });
        }
        const told = new Set(leftovers.map(({ what, on }) => `${on} ${what}`));
        for (const resource of await listStillThere(target)) {
          const what = describeResource(resource);
          if (!told.has(`${target.url} ${what}`))
            leftovers.push({ what, on: target.url, why: 'it was deleted, and is still listed' });
        }
      }
      const project = await readStatePart(guard.createReader(session.target), 'project').catch(
        () => undefined,
      );
      if (project !== before.project)
        leftovers.push({
          what: 'the project that was open',
          on: session.target.url,
          why: `${String(before.project)} was open, and now ${String(project)} is`,
        });
      return leftovers;
    },
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
