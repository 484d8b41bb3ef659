import { listEventKinds } from '../../target/hub/event-catalog.ts';
import type { AuditTools } from '../../audit.ts';

interface EventCatalog {
  /** The catalog as parsed JSON or, if it is not JSON, as a string. Undefined if the target serves no catalog. */
  readonly document: unknown;
  readonly kinds: readonly string[];
}

export const readEventCatalog = async ({ http }: Pick<AuditTools, 'http'>): Promise<EventCatalog> => {
  const reply = await http.get('/api/events/types');
  const document = reply.ok ? (reply.json ?? reply.text) : undefined;
  return { document, kinds: listEventKinds(document) };
};
