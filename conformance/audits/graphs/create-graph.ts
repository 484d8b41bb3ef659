import { isRecord } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { HttpClient, Reply } from '../../target/http/exchange.ts';

/** Creates a graph without the lab: creation itself is what is judged here. */
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

/** The record of a created graph, where a graph can be created at all. */
export const givenGraphCreated = (t: AuditTools, reply: Reply): void =>
  t.given(reply.ok && isRecord(reply.json), 'a graph can be created', {
    actual: `${reply.status} ${reply.text.slice(0, 200)}`,
  });

/** Names that the target makes up lie outside the namespace: only where they can be taken away, or may stay. */
export const givenCleanupPossible = (t: AuditTools, what: string): void => {
  if (!t.fixtures.canDiscard && !t.manifest.consent.destructive) {
    t.unverified(`a route that removes graphs, or the manifest's consent.destructive: ${what}`);
  }
};
