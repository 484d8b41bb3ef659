/** Every mutation of the editing layer takes the query parameter sync. */
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { ifGiven } from '../../engine/stop.ts';
import { assetPath, listedAssets } from '../../lab/asset-properties.ts';
import { componentPath, propertiesOf, propertyPath } from '../../lab/object-properties.ts';
import { spawn } from '../../lab/scene-objects.ts';
import { createVariable, samplesOf } from '../../lab/variables.ts';
import { someCategory } from '../nodes/categories.ts';
import { copyIdIn } from './copies.ts';
import { create, givenMayLitter } from './create.ts';
import { layoutPath } from './layouts.ts';
import type { AuditTools } from '../../audit.ts';
import type { PortOnNode } from '../../lab/lab.ts';
import type { Reply } from '../../target/http/exchange.ts';

const nodes = area('nodes', 'token', 'project', 'runtime');

/** Makes what a mutation is about, and answers how to ask for it with a query. */
type Mutation = (t: AuditTools) => Promise<(query: string) => Promise<Reply>>;

/** A mutation of a graph of its own. */
const ofGraph =
  (method: 'POST' | 'PUT', rest: string, bodyOf?: (category: string) => unknown): Mutation =>
  async (t) => {
    const graph = await t.lab.graph();
    const json = bodyOf?.(await someCategory(t));
    const path = `${pathTo`/api/graphs/${graph.id}`}${rest}`;
    return (query) => t.http.send(method, `${path}${query}`, json === undefined ? {} : { json });
  };

/** A mutation of a port of its own. */
const ofPort =
  (type: string, verb: string, before: readonly string[] = []): Mutation =>
  async (t) => {
    const { port } = await t.lab.port(await t.lab.graph(), type, 'input');
    const call = (what: string, query = ''): Promise<Reply> =>
      t.http.post(`${pathTo`/api/ports/${port.id}`}/${what}${query}`);
    for (const first of before) t.given((await call(first)).ok, `a ${type} port takes ${first}`);
    return (query) => call(verb, query);
  };

/** A property of an object of its own, which is written with the value that it has. */
const ownProperty = async (t: AuditTools) => {
  const tag = await spawn(t);
  for (const property of await propertiesOf(t, tag)) {
    const { name, value } = property;
    const path = propertyPath(tag, property);
    if ((await t.http.put(path, { value })).ok)
      return { path, bulkPath: `${componentPath(tag, property.component)}/properties`, name, value };
  }
  return t.unverified('a property of an object that can be written');
};

/** A property of an asset, which is written with the value that it has. */
const assetProperty = async (t: AuditTools) => {
  for (const { tag, properties } of await listedAssets(t)) {
    for (const { name, value } of properties) {
      const path = assetPath(tag, name);
      if ((await t.http.put(path, { value })).ok) return { path, bulkPath: assetPath(tag), name, value };
    }
  }
  return t.unverified('a property of an asset that can be written');
};

/** Writes one property by itself. */
const ofProperty =
  (find: typeof ownProperty): Mutation =>
  async (t) => {
    const { path, value } = await find(t);
    return (query) => t.http.put(`${path}${query}`, { value });
  };

/** Writes one property by the bulk write. */
const ofProperties =
  (find: typeof ownProperty): Mutation =>
  async (t) => {
    const { bulkPath, name, value } = await find(t);
    return (query) => t.http.put(`${bulkPath}${query}`, { properties: [{ name, value }] });
  };

const named = ({ node, port }: PortOnNode): string => `${node.id}/${port.name ?? ''}`;

const spec = (category: string) => ({ category, locationX: 0, locationY: 0 });

const mutations: Readonly<Record<string, Mutation>> = {
  'POST nodes': ofGraph('POST', '/nodes', spec),
  'POST nodes/bulk': ofGraph('POST', '/nodes/bulk', (category) => [spec(category)]),
  'POST connections': async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    const json = { outputPortId: output.port.id, inputPortId: input.port.id };
    return (query) => t.http.post(`${pathTo`/api/graphs/${graph.id}/connections`}${query}`, json);
  },
  'POST build': async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    const json = { nodes: [], connections: [{ from: named(output), to: named(input) }] };
    return (query) => t.http.post(`${pathTo`/api/graphs/${graph.id}/build`}${query}`, json);
  },
  'PUT note': async (t) => {
    const graph = await t.lab.graph();
    const { id } = await t.lab.node(graph, 'Note');
    const path = pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
    return (query) => t.http.put(`${path}${query}`, { text: 'with a query' });
  },
  'PUT port value': async (t) => {
    const { port } = await t.lab.port(await t.lab.graph(), 'Float', 'input');
    return (query) => t.http.put(`${pathTo`/api/ports/${port.id}/value`}${query}`, { value: 0.5 });
  },
  'POST port expand': ofPort('Vector3', 'expand'),
  'POST port collapse': ofPort('Vector3', 'collapse', ['expand']),
  'POST port disable': ofPort('Trigger', 'disable'),
  'POST port enable': ofPort('Trigger', 'enable', ['disable']),
  'POST layout': ofGraph('POST', '/layout'),
  'POST layout/tidy': ofGraph('POST', '/layout/tidy'),
  'POST layout/restore': async (t) => {
    const graph = await t.lab.graph();
    t.given((await t.http.post(layoutPath(graph))).ok, 'a layout without a body');
    return (query) => t.http.post(`${layoutPath(graph, '/restore')}${query}`);
  },
  'PUT layout/aspect-ratio': async (t) => {
    const path = layoutPath(await t.lab.graph(), '/aspect-ratio');
    const { json } = await t.http.get(path);
    return (query) => t.http.put(`${path}${query}`, json);
  },
  'POST graphs': async (t) => {
    const { name } = await t.lab.graph();
    return (query) => create(t, { name }, query === '' ? '?replace=true' : `${query}&replace=true`);
  },
  'POST duplicate': async (t) => {
    givenMayLitter(t, 'a copy is named freely');
    const graph = await t.lab.graph();
    return async (query) => {
      const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/duplicate`}${query}`);
      const copy = await copyIdIn(t, reply, graph);
      if (copy !== undefined) t.lab.adopt(copy);
      return reply;
    };
  },
  'POST remove': ofGraph('POST', '/remove'),
  'PUT variable value': async (t) => {
    const { id, type } = await createVariable(t);
    const [, value] = samplesOf(type);
    return (query) => t.http.put(`${pathTo`/api/variables/${id}/value`}${query}`, { value });
  },
  'PUT object property': ofProperty(ownProperty),
  'PUT object properties': ofProperties(ownProperty),
  'PUT asset property': ofProperty(assetProperty),
  'PUT asset properties': ofProperties(assetProperty),
};

/** Asks once, with a query; undefined where the target has nothing to ask for. */
const asked = (t: AuditTools, mutation: Mutation, query: string): Promise<Reply | undefined> =>
  ifGiven(mutation(t).then((ask) => ask(query)));

export const syncFlagAudits = [
  nodes.audit('sync-flag', ['HTTP-014'], async (t) => {
    const unproven: string[] = [];
    for (const [name, mutation] of Object.entries(mutations)) {
      const plain = await asked(t, mutation, '');
      if (!plain?.ok) {
        unproven.push(name);
        continue;
      }
      for (const query of ['?sync=false', '?sync=true']) {
        const reply = await asked(t, mutation, query);
        if (reply) t.must(reply.ok, `${name} takes ${query}`, inShort(reply));
      }
    }
    t.observe('mutations that do not succeed without sync', unproven);
    t.given(unproven.length < Object.keys(mutations).length, 'a mutation that succeeds');
  }),
];
