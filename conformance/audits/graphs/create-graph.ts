/** Finds copies of graphs, regardless of the form of the response to a duplicate request. */
import { filterRecords, filterStrings, isRecord, walkJson } from '../../json.ts';
import { pathTo } from '../../target/id.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { AuditTools } from '../../audit.ts';
import type { HttpClient, Reply } from '../../target/http/exchange.ts';

/** Creates a graph directly instead of through the fixtures, because these audits check the creation itself. */
export const createGraph = async (
  t: AuditTools,
  body: unknown,
  query = '',
  options: Parameters<HttpClient['post']>[2] = {},
): Promise<Reply> => {
  const reply = await t.http.post(`/api/graphs${query}`, body, options);
  const id = reply.at('id');
  if (reply.ok && typeof id === 'string') t.fixtures.adopt(id);
  return reply;
};

export const givenGraphCreated = (t: AuditTools, reply: Reply): void =>
  t.given(reply.ok && isRecord(reply.json), 'a graph can be created', {
    actual: `${reply.status} ${reply.text.slice(0, 200)}`,
  });

/**
 * Checks the precondition that graphs can be deleted or may stay, because the generated name is outside the kit's
 * namespace.
 */
export const givenCleanupPossible = (t: AuditTools, what: string): void => {
  if (!t.fixtures.canDiscard && !t.manifest.consent.destructive) {
    t.unverified(`a route that deletes graphs, or the manifest's consent.destructive: ${what}`);
  }
};

/** Maximum number of strings in a response that are tried as the id of a graph. */
const maxCandidateIds = 20;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * Finds the id of the copy anywhere in the response to a duplicate request. Returns `undefined` when the response does
 * not contain it.
 */
export const findCopyId = async (
  t: AuditTools,
  reply: Reply,
  original: Pick<TargetGraph, 'id'>,
): Promise<string | undefined> => {
  const commonIds = ['id', 'graphId', 'graph.id', 'newGraphId'].map((path) => reply.at(path));
  const texts = filterStrings([...commonIds, ...walkJson(reply.json)]).filter(isUuid);
  const candidates = [...new Set(texts)].filter((id) => id !== original.id).slice(0, maxCandidateIds);
  for (const id of candidates) if ((await t.http.get(pathTo`/api/graphs/${id}/nodes`)).ok) return id;
  return undefined;
};

/** Returns the ids in the list of graphs, or `undefined` when the list does not show a graph that exists. */
export const listGraphIds = async (
  t: AuditTools,
  readGraph: TargetGraph,
): Promise<readonly unknown[] | undefined> => {
  const route = t.route('listGraphs');
  const list = route && (await t.fixtures.readAll(route.template));
  const ids = filterRecords(list).map(({ id }) => id);
  return ids.includes(readGraph.id) ? ids : undefined;
};
