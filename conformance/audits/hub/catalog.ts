import { audit } from '../../audit.ts';
import { eventKinds } from '../../hub/events.ts';
import { createCatalogJudge } from '../../hub/payload-schemas.ts';
import { mentions } from '../../json.ts';
import { connect, quietWindow } from './client.ts';
import { consoleWriter, newMarker } from './console.ts';
import { executingGraph, runGraph } from './graph-events.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubEvent } from '../../hub/events.ts';

/** Events of a console entry and of a graph that runs and stops. */
const gather = async (t: AuditContext): Promise<readonly HubEvent[]> => {
  const client = await connect(t);
  await client.subscribe(...eventKinds);
  const write = await consoleWriter(t);
  const marker = newMarker(t);
  await write(marker);
  t.given((await client.event('console.log', marker)) !== undefined, 'an event arrives');
  if (t.health?.projectName) {
    const graph = await executingGraph(t);
    await runGraph(t, graph);
    await client.event('graph.running');
    await client.event('node.done');
    await t.http.post(`/api/graphs/${graph.id}/stop`);
    await client.event('graph.stopped');
  }
  await quietWindow();
  return client.events();
};

export const catalog = [
  audit({
    id: 'hub/catalog',
    requirements: ['EVENT-024'],
    needs: ['token', 'runtime', 'events'],
    likelyCause: 'the event catalog is written by hand and has fallen behind',
    async run(t) {
      const document = (await t.http.get('/api/events/types')).json;
      t.given(document !== undefined, 'GET /api/events/types answers JSON');
      const judge = createCatalogJudge(document);
      const seen = new Map<string, 'as described' | 'no schema found'>();
      for (const event of await gather(t)) {
        const { type, args } = event;
        if (type === undefined) continue;
        t.must(mentions(document, type), `the catalog knows ${type}`, { actual: args });
        const verdict = judge(event);
        t.must(verdict?.fault === undefined, `${type} is as the target's own catalog describes it`, {
          expected: verdict?.fault,
          actual: args,
        });
        seen.set(type, verdict ? 'as described' : 'no schema found');
      }
      t.observe('kinds', Object.fromEntries(seen));
      t.given(seen.size > 0, 'events that name their kind (choices.paths "event.type")');
    },
  }),
];
