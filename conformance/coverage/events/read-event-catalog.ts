import { listEventKinds } from '../../target/hub/event-catalog.ts';
import type { AuditTools } from '../../audit.ts';

export interface EventCatalog {
  /**
   * The catalog as parsed JSON or, if the catalog is not JSON, as a string. If the target serves no catalog, the value
   * is `undefined`.
   */
  readonly document: unknown;
  readonly kinds: readonly string[];
}

export const readEventCatalog = async ({ http }: Pick<AuditTools, 'http'>): Promise<EventCatalog> => {
  const reply = await http.get('/api/events/types');
  const document = reply.ok ? (reply.json ?? reply.text) : undefined;
  return { document, kinds: listEventKinds(document) };
};
