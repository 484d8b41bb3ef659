import { kindsIn } from '../../target/hub/event-catalog.ts';
import type { AuditTools } from '../../audit.ts';

/** The event catalog that a target serves. */
interface Catalog {
  /** As JSON, or as text where it is none; undefined where none is served. */
  readonly document: unknown;
  readonly kinds: readonly string[];
}

export const readCatalog = async ({ http }: Pick<AuditTools, 'http'>): Promise<Catalog> => {
  const reply = await http.get('/api/events/types');
  const document = reply.ok ? (reply.json ?? reply.text) : undefined;
  return { document, kinds: kindsIn(document) };
};
