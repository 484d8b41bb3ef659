import { listEventKinds } from '../../target/hub/event-catalog.ts';
import type { AuditTools } from '../../audit.ts';

/** The event catalog that a target serves. */
interface EventCatalog {
  /** As JSON, or else as text; undefined if none is served. */
  readonly document: unknown;
  readonly kinds: readonly string[];
}

export const readEventCatalog = async ({ http }: Pick<AuditTools, 'http'>): Promise<EventCatalog> => {
  const reply = await http.get('/api/events/types');
  const document = reply.ok ? (reply.json ?? reply.text) : undefined;
  return { document, kinds: listEventKinds(document) };
};
