/** Audits which check that every mutation of the editing layer accepts the query parameter `sync`. */
import { assetPath, givenAssets } from '../../audit-helpers/asset-properties.ts';
import { componentPath, propertyPath, readObjectProperties } from '../../audit-helpers/object-properties.ts';
import { spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { createVariable, getSampleValues } from '../../audit-helpers/variable-fixtures.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import {
  documentedComponents,
  documentedOperations,
  sendRequest,
} from '../../coverage/openapi-operations.ts';
import { createRequestFixtures } from '../../coverage/request-fixtures.ts';
import { createValidRequest } from '../../coverage/valid-request.ts';
import { undefinedIfUnverified } from '../../runner/audit-outcome.ts';
import type { Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { findCopyId, givenCleanupPossible } from '../graphs/create-graph.ts';
import { toLayoutPath } from '../layout/request-layout.ts';

const nodes = defineAuditArea('nodes', 'token', 'project', 'runtime');

/** Creates what a mutation needs, and returns a function that sends the mutation with the flag. */
type PrepareMutation = (t: AuditTools) => Promise<(sync: SyncFlag) => Promise<Reply>>;

type SyncFlag = 'true' | 'false' | undefined;

const addFlag = (path: string, sync: SyncFlag): string =>
  sync === undefined ? path : `${path}?sync=${sync}`;

/** Prepares the valid request of a documented operation, with what it needs. */
const createDocumentedMutation =
  (id: string): PrepareMutation =>
  async (t) => {
    const operation = documentedOperations.find((one) => one.id === id) ?? t.unverified(`an operation ${id}`);
    const fixtures = createRequestFixtures(t);
    const request = await createValidRequest(operation, documentedComponents, fixtures);
    return async (sync) => {
      const query = { ...request.query, ...(sync && { sync }) };
      const reply = await sendRequest(t.http, { ...request, query });
      if (reply.ok) fixtures.adopt(operation.path, reply.json);
      return reply;
    };
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

const createPropertyMutation =
  (find: typeof findObjectProperty): PrepareMutation =>
  async (t) => {
    const { path, value } = await find(t);
    return (sync) => t.http.put(addFlag(path, sync), { value });
  };

const createBulkPropertyMutation =
  (find: typeof findObjectProperty): PrepareMutation =>
  async (t) => {
    const { bulkPath, name, value } = await find(t);
    return (sync) => t.http.put(addFlag(bulkPath, sync), { properties: [{ name, value }] });
  };

const mutations: Readonly<Record<string, PrepareMutation>> = {
  'POST nodes': createDocumentedMutation('createNode'),
  'POST nodes/bulk': createDocumentedMutation('createNodes'),
  'POST connections': createDocumentedMutation('createConnection'),
  'POST build': createDocumentedMutation('buildGraph'),
  'PUT note': createDocumentedMutation('updateNote'),
  'PUT port value': createDocumentedMutation('setPortValue'),
  'POST port expand': createDocumentedMutation('expandPort'),
  'POST port collapse': createDocumentedMutation('collapsePort'),
  'POST port disable': createDocumentedMutation('disablePort'),
  'POST port enable': createDocumentedMutation('enablePort'),
  'POST layout': createDocumentedMutation('layoutGraph'),
  'POST layout/tidy': createDocumentedMutation('tidyGraph'),
  'POST layout/restore': createDocumentedMutation('restoreLayout'),
  'PUT layout/aspect-ratio': async (t) => {
    const path = toLayoutPath(await t.fixtures.graph(), '/aspect-ratio');
    const { json } = await t.http.get(path);
    return (sync) => t.http.put(addFlag(path, sync), json);
  },
  'POST graphs': createDocumentedMutation('createGraph'),
  'POST duplicate': async (t) => {
    givenCleanupPossible(t, 'a copy has a generated name');
    const graph = await t.fixtures.graph();
    return async (sync) => {
      const reply = await t.http.post(addFlag(pathTo`/api/graphs/${graph.id}/duplicate`, sync));
      const copy = await findCopyId(t, reply, graph);
      if (copy !== undefined) t.fixtures.adopt(copy);
      return reply;
    };
  },
  'POST remove': createDocumentedMutation('removeGraph'),
  'PUT variable value': async (t) => {
    const { id, type } = await createVariable(t);
    const [, value] = getSampleValues(type);
    return (sync) => t.http.put(addFlag(pathTo`/api/variables/${id}/value`, sync), { value });
  },
  'PUT object property': createPropertyMutation(findObjectProperty),
  'PUT object properties': createBulkPropertyMutation(findObjectProperty),
  'PUT asset property': createPropertyMutation(findAssetProperty),
  'PUT asset properties': createBulkPropertyMutation(findAssetProperty),
};

/** Sends the mutation once, with or without the flag. Returns `undefined` if the target has nothing to mutate. */
const sendMutation = (
  t: AuditTools,
  mutation: PrepareMutation,
  sync?: SyncFlag,
): Promise<Reply | undefined> =>
  undefinedIfUnverified(mutation(t).then((sendWithFlag) => sendWithFlag(sync)));

export const audits = [
  nodes.audit('sync-flag', ['HTTP-014'], async (t) => {
    const unproven: string[] = [];
    for (const [name, mutation] of Object.entries(mutations)) {
      const withoutFlag = await sendMutation(t, mutation);
      if (!withoutFlag?.ok) {
        unproven.push(name);
        continue;
      }
      for (const sync of ['false', 'true'] as const) {
        const reply = await sendMutation(t, mutation, sync);
        if (reply) t.mustSucceed(reply, `${name} accepts ?sync=${sync}`);
      }
    }
    t.observe('mutations that do not succeed without sync', unproven);
    t.given(unproven.length < Object.keys(mutations).length, 'a mutation that succeeds');
  }),
];
