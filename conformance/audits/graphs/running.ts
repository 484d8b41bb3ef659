import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

/** Has a graph run until the audit ends, for audits of what is refused meanwhile. */
export const givenRunning = async (t: AuditContext, graph: LabGraph): Promise<void> => {
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  const started = await t.http.post(pathTo`/api/graphs/${graph.id}/run`);
  t.given(started.ok, 'a synchronised graph runs', inShort(started));
};

export const givenSynced = async (t: AuditContext, graph: LabGraph): Promise<void> => {
  const synced = await t.http.post(pathTo`/api/graphs/${graph.id}/sync`);
  t.given(synced.ok, 'a graph is synchronised', inShort(synced));
};
