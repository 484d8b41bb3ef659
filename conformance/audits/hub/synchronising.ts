import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { nodeOf } from '../../lab/palette.ts';
import { area } from '../../area.ts';
import { stepGraph } from '../../lab/executing-graph.ts';
import { executes, givenSeen, hasExecuted, run, synchronised, triggerOf } from '../../lab/executions.ts';
import { quietWindow, received } from '../../lab/hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements/index.ts';

const hub = area('hub', 'token', 'project', 'runtime', 'events');

/** What an edit was answered with, however it was sent. */
interface Answer {
  readonly ok: boolean;
  readonly json: unknown;
  readonly actual: string;
}

/** Sends an edit, which says whether it is to be synchronised. */
type Send = (t: AuditTools, path: string, body: JsonRecord) => Promise<Answer>;

/** As a call of its own. */
const alone =
  (query: '' | '?sync=false' | '?sync=true'): Send =>
  async (t, path, body) => {
    const reply = await t.http.post(`${path}${query}`, body);
    return { ok: reply.ok, json: reply.json, ...inShort(reply) };
  };

/** As the operation of a batch. */
const batched =
  (query: '' | '?sync=false' | '?sync=true'): Send =>
  async (t, path, body) => {
    const operations = [{ method: 'POST', path, body }];
    const reply = await t.http.post(`/api/batch${query}`, { operations });
    const ok = reply.ok && reply.at('succeeded') === 1;
    return { ok, json: reply.at('results.0.body'), ...inShort(reply) };
  };

/** Adds a node that the first one leads to. */
const extend = async (t: AuditTools, graph: LabGraph, first: LabNode, send: Send): Promise<LabNode> => {
  const { category } = first;
  const added = await send(t, pathTo`/api/graphs/${graph.id}/nodes`, {
    category,
    locationX: 0,
    locationY: 0,
  });
  const node = nodeOf(added.json, t.fields);
  if (!added.ok || !node) return t.unverified(`a node can be added (${added.actual})`);
  const ends = {
    outputPortId: triggerOf(t, first, 'output').id,
    inputPortId: triggerOf(t, node, 'input').id,
  };
  const wired = await send(t, pathTo`/api/graphs/${graph.id}/connections`, ends);
  t.given(wired.ok, 'a trigger output can be wired to a trigger input', { actual: wired.actual });
  return node;
};

type Requirements = readonly [RequirementId, ...RequirementId[]];

/** Edits in these words stay with the graph until they are synchronised. */
const staying = (id: string, requirements: Requirements, words: string, send: Send) =>
  hub.audit(id, requirements, async (t) => {
    const { graph, first } = await synchronised(t);
    const added = await extend(t, graph, first, send);
    const client = await run(t, graph);
    t.given(await executes(client, first), 'a run of what was synchronised before an edit');
    await quietWindow();
    const early = hasExecuted(client, added);
    if (!early) await givenSeen(t, graph, added);
    t.of(...requirements).must(!early, `a node that was added ${words} does not execute`, received(client));
  });

/** Edits in these words reach the runtime. */
const arriving = (id: string, requirements: Requirements, words: string, send: Send) =>
  hub.audit(id, requirements, async (t) => {
    const { graph, first } = await synchronised(t);
    const added = await extend(t, graph, first, send);
    const client = await run(t, graph);
    const seen = await executes(client, added);
    if (!seen) await givenSeen(t, graph, added);
    t.of(...requirements).must(seen, `a node that was added ${words} executes`, received(client));
  });

/** Audits of how edits reach the runtime, as far as node.executing tells it. */
export const synchronisingAudits = [
  staying('edit-alone', ['OVER-FLOW-002', 'HTTP-014'], 'without a sync', alone('')),
  staying('edit-sync-false', ['HTTP-014'], 'with sync=false', alone('?sync=false')),
  arriving('edit-with-sync', ['HTTP-015'], 'with sync=true', alone('?sync=true')),
  staying('batch-alone', ['BATCH-RUN-011'], 'in a batch without a sync', batched('')),
  staying('batch-sync-false', ['BATCH-RUN-011'], 'in a batch with sync=false', batched('?sync=false')),
  arriving('batch-with-sync', ['BATCH-RUN-011'], 'in a batch with sync=true', batched('?sync=true')),
  hub.audit(
    'sync-again',
    ['SYNC-001'],
    { likelyCause: 'a graph is pushed the first time only' },
    async (t) => {
      const fresh = await synchronised(t);
      const whole = await extend(t, fresh.graph, fresh.first, alone('?sync=true'));
      t.given(
        await executes(await run(t, fresh.graph), whole),
        'node.executing that tells which node executes',
      );
      await stepGraph(t, fresh.graph, 'stop');
      const { graph, first } = await synchronised(t);
      const added = await extend(t, graph, first, alone(''));
      await stepGraph(t, graph, 'sync');
      const client = await run(t, graph);
      t.must(await executes(client, added), 'a sync pushes what was edited since the last', received(client));
    },
  ),
];
