/** Audits which check that every mutation of the editing layer accepts the query parameter `sync`. */
import { assetPath, givenAssets } from '../../audit-helpers/asset-properties.ts';
import { componentPath, propertyPath, readObjectProperties } from '../../audit-helpers/object-properties.ts';
import { spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { createVariable, getSampleValues } from '../../audit-helpers/variable-fixtures.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { undefinedIfUnverified } from '../../runner/audit-outcome.ts';
import type { Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { createGraph, findCopyId, givenCleanupPossible } from '../graphs/create-graph.ts';
import { toLayoutPath } from '../layout/request-layout.ts';
import { chooseNodeType } from './find-nodes.ts';
import type { NodePort } from '../../audit-helpers/fixtures.ts';

const nodes = defineAuditArea('nodes', 'token', 'project', 'runtime');

/** Creates what a mutation needs, and returns a function that sends the mutation with the given query. */
type PrepareMutation = (t: AuditTools) => Promise<(query: string) => Promise<Reply>>;

/** Prepares a mutation of a new graph. */
const createGraphMutation =
  (method: 'POST' | 'PUT', subPath: string, createBody?: (category: string) => unknown): PrepareMutation =>
  async (t) => {
    const graph = await t.fixtures.graph();
    const json = createBody?.(await chooseNodeType(t));
    const path = `${pathTo`/api/graphs/${graph.id}`}${subPath}`;
    return (query) => t.http.send(method, `${path}${query}`, json === undefined ? {} : { json });
  };

/** Prepares a mutation of a new port. */
const createPortMutation =
  (type: string, verb: string, before: readonly string[] = []): PrepareMutation =>
  async (t) => {
    const { port } = await t.fixtures.port(await t.fixtures.graph(), type, 'input');
    const call = (what: string, query = ''): Promise<Reply> =>
      t.http.post(`${pathTo`/api/ports/${port.id}`}/${what}${query}`);
    for (const first of before) t.given((await call(first)).ok, `a ${type} port accepts ${first}`);
    return (query) => call(verb, query);
  };

/** Finds a property of a new object. The mutation writes the property's current value. */
const findObjectProperty = async (t: AuditTools) => {
  const tag = await spawnObject(t);
  for (const property of await readObjectProperties(t, tag)) {
    const { name, value } = property;
    const path = propertyPath(tag, property);
    if ((await t.http.put(path, { value })).ok)
      return { path, bulkPath: `${componentPath(tag, property.component)}/properties`, name, value };
  }
  return t.unverified('a writable property of an object');
};

/** Finds a property of an asset. The mutation writes the property's current value. */
const findAssetProperty = async (t: AuditTools) => {
  for (const { tag, properties } of await givenAssets(t)) {
    for (const { name, value } of properties) {
      const path = assetPath(tag, name);
      if ((await t.http.put(path, { value })).ok) return { path, bulkPath: assetPath(tag), name, value };
    }
  }
  return t.unverified('a writable property of an asset');
};

/** Prepares a write of a single property. */
const createPropertyMutation =
  (find: typeof findObjectProperty): PrepareMutation =>
  async (t) => {
    const { path, value } = await find(t);
    return (query) => t.http.put(`${path}${query}`, { value });
  };

/** Prepares a bulk write that contains one property. */
const createBulkPropertyMutation =
  (find: typeof findObjectProperty): PrepareMutation =>
  async (t) => {
    const { bulkPath, name, value } = await find(t);
    return (query) => t.http.put(`${bulkPath}${query}`, { properties: [{ name, value }] });
  };

const describeNodePort = ({ node, port }: NodePort): string => `${node.id}/${port.name ?? ''}`;

const createNodeSpec = (category: string) => ({ category, locationX: 0, locationY: 0 });

const mutations: Readonly<Record<string, PrepareMutation>> = {
  'POST nodes': createGraphMutation('POST', '/nodes', createNodeSpec),
  'POST nodes/bulk': createGraphMutation('POST', '/nodes/bulk', (category) => [createNodeSpec(category)]),
  'POST connections': async (t) => {
    const graph = await t.fixtures.graph();
    const { output, input } = await t.fixtures.connectablePair(graph);
    const json = { outputPortId: output.port.id, inputPortId: input.port.id };
    return (query) => t.http.post(`${pathTo`/api/graphs/${graph.id}/connections`}${query}`, json);
  },
  'POST build': async (t) => {
    const graph = await t.fixtures.graph();
    const { output, input } = await t.fixtures.connectablePair(graph);
    const json = {
      nodes: [],
      connections: [{ from: describeNodePort(output), to: describeNodePort(input) }],
    };
    return (query) => t.http.post(`${pathTo`/api/graphs/${graph.id}/build`}${query}`, json);
  },
  'PUT note': async (t) => {
    const graph = await t.fixtures.graph();
    const { id } = await t.fixtures.node(graph, 'Note');
    const path = pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
    return (query) => t.http.put(`${path}${query}`, { text: 'with a query' });
  },
  'PUT port value': async (t) => {
    const { port } = await t.fixtures.port(await t.fixtures.graph(), 'Float', 'input');
    return (query) => t.http.put(`${pathTo`/api/ports/${port.id}/value`}${query}`, { value: 0.5 });
  },
  'POST port expand': createPortMutation('Vector3', 'expand'),
  'POST port collapse': createPortMutation('Vector3', 'collapse', ['expand']),
  'POST port disable': createPortMutation('Trigger', 'disable'),
  'POST port enable': createPortMutation('Trigger', 'enable', ['disable']),
  'POST layout': createGraphMutation('POST', '/layout'),
  'POST layout/tidy': createGraphMutation('POST', '/layout/tidy'),
  'POST layout/restore': async (t) => {
    const graph = await t.fixtures.graph();
    t.given((await t.http.post(toLayoutPath(graph))).ok, 'a layout without a body');
    return (query) => t.http.post(`${toLayoutPath(graph, '/restore')}${query}`);
  },
  'PUT layout/aspect-ratio': async (t) => {
    const path = toLayoutPath(await t.fixtures.graph(), '/aspect-ratio');
    const { json } = await t.http.get(path);
    return (query) => t.http.put(`${path}${query}`, json);
  },
  'POST graphs': async (t) => {
    const { name } = await t.fixtures.graph();
    return (query) => createGraph(t, { name }, query === '' ? '?replace=true' : `${query}&replace=true`);
  },
  'POST duplicate': async (t) => {
    givenCleanupPossible(t, 'a copy has a generated name');
    const graph = await t.fixtures.graph();
    return async (query) => {
      const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/duplicate`}${query}`);
      const copy = await findCopyId(t, reply, graph);
      if (copy !== undefined) t.fixtures.adopt(copy);
      return reply;
    };
  },
  'POST remove': createGraphMutation('POST', '/remove'),
  'PUT variable value': async (t) => {
    const { id, type } = await createVariable(t);
    const [, value] = getSampleValues(type);
    return (query) => t.http.put(`${pathTo`/api/variables/${id}/value`}${query}`, { value });
  },
  'PUT object property': createPropertyMutation(findObjectProperty),
  'PUT object properties': createBulkPropertyMutation(findObjectProperty),
  'PUT asset property': createPropertyMutation(findAssetProperty),
  'PUT asset properties': createBulkPropertyMutation(findAssetProperty),
};

/** Sends the mutation once with the given query. Returns `undefined` if the target has nothing to mutate. */
const sendMutation = (t: AuditTools, mutation: PrepareMutation, query: string): Promise<Reply | undefined> =>
  undefinedIfUnverified(mutation(t).then((sendWithQuery) => sendWithQuery(query)));

export const audits = [
  nodes.audit('sync-flag', ['HTTP-014'], async (t) => {
    const unproven: string[] = [];
    for (const [name, mutation] of Object.entries(mutations)) {
      const withoutFlag = await sendMutation(t, mutation, '');
      if (!withoutFlag?.ok) {
        unproven.push(name);
        continue;
      }
      for (const query of ['?sync=false', '?sync=true']) {
        const reply = await sendMutation(t, mutation, query);
        if (reply) t.mustSucceed(reply, `${name} accepts ${query}`);
      }
    }
    t.observe('mutations that do not succeed without sync', unproven);
    t.given(unproven.length < Object.keys(mutations).length, 'a mutation that succeeds');
  }),
];
