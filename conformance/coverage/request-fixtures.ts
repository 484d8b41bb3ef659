import { setTimeout as wait } from 'node:timers/promises';
import { createAnimatedObject } from '../audit-helpers/animation/animated-object.ts';
import { assetPath, findAssets } from '../audit-helpers/asset-properties.ts';
import { readObjectProperties } from '../audit-helpers/object-properties.ts';
import { findLikelyTag, trySpawnObject } from '../audit-helpers/spawned-objects.ts';
import { filterStrings, isRecord } from '../json.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import type { Fixtures, NodePort, TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { FixtureTools } from '../audit.ts';

interface RequestFixturesOptions extends FixtureTools {
  readonly fixtures: Fixtures;
  /** The target has no runtime, so the fixtures neither synchronize nor run graphs. */
  readonly withoutRuntime?: boolean;
}

/**
 * The time that a slow runtime needs for a few ticks, in milliseconds. After this time, a graph's reported state is
 * stable.
 */
const settleMs = 300;

const isInputOfType =
  (...types: readonly string[]) =>
  ({ type, direction }: TargetPort): boolean =>
    direction === 'input' && types.includes(type);

/** Returns a function that creates each named thing on first use. */
export const createMemo = () => {
  const memoized = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const created = (memoized.get(name) as Promise<T> | undefined) ?? make();
    memoized.set(name, created);
    return created;
  };
};

/** Creates the resources that requests need. Each resource is created on first use and then reused. */
export const createRequestFixtures = (setting: RequestFixturesOptions) => {
  const { http, fixtures, given, unverified, defer, manifest, withoutRuntime = false } = setting;
  const memoize = createMemo();
  let nameCount = 0;

  /** Returns a name that is used nowhere else in these fixtures. */
  const createUniqueName = (): string => {
    nameCount += 1;
    return `${manifest.namespace}-replay-${nameCount}`;
  };

  const newGraph = (): Promise<TargetGraph> => fixtures.graph();
  const graph = (): Promise<TargetGraph> => memoize('graph', newGraph);

  const createPort = (what: string, matches: (port: TargetPort) => boolean) => async (): Promise<NodePort> =>
    (await fixtures.tryPort(await graph(), matches)) ?? unverified(`a node type with ${what}`);

  const newVectorPort = createPort('a Vector3 or Color input', isInputOfType('Vector3', 'Color'));
  const numberPort = () =>
    memoize('number', createPort('a Float or Integer input', isInputOfType('Float', 'Integer')));
  const triggerPort = () => memoize('trigger', createPort('a Trigger input', isInputOfType('Trigger')));
  const dropdownPort = () => memoize('dropdown', createPort('a Dropdown input', isInputOfType('Dropdown')));

  const newNode = async (category?: string) => fixtures.node(await graph(), category ?? (await enumValue()));
  const note = () => memoize('note', async () => fixtures.node(await graph(), 'Note'));

  const newPair = async () => {
    const { output, input } = await fixtures.connectablePair(await graph());
    return { output, input, body: { outputPortId: output.port.id, inputPortId: input.port.id } };
  };
  const pair = () => memoize('pair', newPair);

  const newConnection = async (): Promise<Id> => {
    const { body } = await newPair();
    const reply = await fixtures.connect(await graph(), body.outputPortId, body.inputPortId);
    const id = reply.at('id') ?? reply.at('connectionId');
    if (!reply.ok || !isId(id)) return unverified('a connection can be made');
    return id;
  };
  const connection = () => memoize('connection', newConnection);

  const newVariable = async (): Promise<{ id: Id; name: string }> => {
    const name = createUniqueName();
    const reply = await http.post('/api/variables', { name, type: 'Integer', value: 7 });
    const id = reply.at('id');
    if (!reply.ok || !isId(id)) return unverified('a variable can be created');
    defer(() => http.delete(pathTo`/api/variables/${id}`));
    return { id, name };
  };
  const variable = () => memoize('variable', newVariable);

  const enumValue = () =>
    memoize('enum value', async () => {
      const { json, at } = await http.get('/api/node-types/enum-values');
      const values = filterStrings(Array.isArray(json) ? json : at('items'));
      return values.find((value) => value === 'Note') ?? values[0] ?? unverified('an enum value');
    });

  const synced = async (on: TargetGraph): Promise<TargetGraph> => {
    if (!withoutRuntime)
      given((await http.post(pathTo`/api/graphs/${on.id}/sync`)).ok, 'a graph can be synchronized');
    return on;
  };

  /** Creates a graph with a trigger port. The graph runs until the fixtures are closed. */
  const running = () =>
    memoize('running', async () => {
      const on = await newGraph();
      const trigger =
        (await fixtures.tryPort(on, isInputOfType('Trigger'))) ??
        unverified('a node type with a Trigger input');
      if (withoutRuntime) return { graph: on, trigger: trigger.port };
      await synced(on);
      defer(() => http.post(pathTo`/api/graphs/${on.id}/stop`));
      given((await http.post(pathTo`/api/graphs/${on.id}/run`)).ok, 'a graph can run');
      await wait(settleMs);
      return { graph: on, trigger: trigger.port };
    });

  /** Returns a property of a new object's component, with the property's value. */
  const property = () =>
    memoize('property', async () => {
      const tag = (await trySpawnObject(setting, findLikelyTag)) ?? unverified('an object can be spawned');
      const [found] = await readObjectProperties({ http, fields: setting.fields }, tag);
      return found ? { tag, ...found } : unverified('a property of a component of an object');
    });

  /** Returns an asset that the target lists, with a property that accepts its current value. */
  const asset = () =>
    memoize('asset', async () => {
      const list = () => http.post('/api/actions/assets/list', {});
      for (const { tag, properties } of await findAssets({ http, fields: setting.fields }, manifest, list)) {
        for (const { name, value } of properties) {
          if ((await http.put(assetPath(tag, name), { value })).ok) return { tag, name, value };
        }
      }
      return unverified('a property of an asset that can be written (choices.assets)');
    });

  /** Returns an unused path for the file of a shader. The file is deleted later. */
  const createFilePath = (): string => {
    const path = `${createUniqueName()}.glsl`;
    defer(() => http.delete(pathTo`/api/assets/files/${path}`));
    return path;
  };

  const newFile = async (): Promise<string> => {
    const path = createFilePath();
    const { ok } = await http.send('PUT', pathTo`/api/assets/files/${path}`, { body: '// An empty shader.' });
    return ok ? path : unverified('a file of an asset can be uploaded');
  };

  /** Returns a clip of a new object. */
  const clip = () =>
    memoize('clip', async () => {
      const { object, clips } =
        (await undefinedIfUnverified(createAnimatedObject(setting, findLikelyTag))) ??
        unverified('an object with a clip (choices.animated)');
      return { tag: object, name: clips[0].name };
    });

  /** Registers the resources that a request has created, so that they are deleted later. */
  /** Creates a node that can be triggered, in a graph of its own. */
  const newTriggeredNode = async (): Promise<{ graphId: Id; nodeId: Id }> => {
    const on = await newGraph();
    const port =
      (await fixtures.tryPort(on, isInputOfType('Trigger'))) ??
      unverified('a node type with a Trigger input');
    return { graphId: on.id, nodeId: port.node.id };
  };

  /** Creates a node that calls a graph of one node. */
  const newCall = async (): Promise<{ graphId: Id; nodeId: Id }> => {
    const { graphId, nodeId: extracted } = await newTriggeredNode();
    const path = pathTo`/api/graphs/${graphId}/extract`;
    const reply = await http.post(path, { nodeIds: [extracted], name: createUniqueName() });
    adopt(path, reply.json);
    const nodeId = reply.at('node.id');
    return isId(nodeId) ? { graphId, nodeId } : unverified('a node can be extracted');
  };

  const adopt = (path: string, record: unknown): void => {
    const created = path.endsWith('/extract') && isRecord(record) ? record.graph : record;
    const id = isRecord(created) ? created.id : undefined;
    if (!isId(id)) return;
    if (path === '/api/graphs' || /\/(?:duplicate|extract)$/.test(path)) fixtures.adopt(String(id));
    if (path === '/api/variables') defer(() => http.delete(pathTo`/api/variables/${id}`));
  };

  return {
    http,
    manifest,
    createUniqueName,
    newGraph,
    graph,
    newNode,
    note,
    numberPort,
    triggerPort,
    dropdownPort,
    newVectorPort,
    newPair,
    pair,
    newConnection,
    connection,
    newTriggeredNode,
    newCall,
    newVariable,
    variable,
    enumValue,
    synced,
    running,
    property,
    asset,
    clip,
    createFilePath,
    newFile,
    adopt,
  };
};

export type RequestFixtures = ReturnType<typeof createRequestFixtures>;
