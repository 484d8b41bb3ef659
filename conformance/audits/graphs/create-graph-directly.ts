import { isRecord } from '../../json.ts';
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
