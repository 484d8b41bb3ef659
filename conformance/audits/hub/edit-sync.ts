import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { parseTargetNode } from '../../audit-helpers/node-type-survey.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { postGraphCommand } from '../../audit-helpers/executing-graph.ts';
import {
  waitForExecution,
  givenExecutionVisible,
  hasExecuted,
  runAndSubscribe,
  createSyncedGraph,
  requireTriggerPort,
} from '../../audit-helpers/node-executions.ts';
import { waitQuietWindow, describeReceived } from '../../audit-helpers/hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../../requirements/index.ts';

const hub = defineAuditArea('hub', 'token', 'project', 'runtime', 'events');

/** The response to an edit, whether it was sent as a single call or in a batch. */
interface EditResponse {
  readonly ok: boolean;
  readonly json: unknown;
  readonly actual: string;
}

/** Sends an edit, optionally with a request to synchronize. */
type SendEdit = (t: AuditTools, path: string, body: JsonRecord) => Promise<EditResponse>;

/** Sends the edit as a single call. */
const sendAlone =
  (query: '' | '?sync=false' | '?sync=true'): SendEdit =>
  async (t, path, body) => {
    const reply = await t.http.post(`${path}${query}`, body);
    return { ok: reply.ok, json: reply.json, ...describeReply(reply) };
  };

/** Sends the edit as an operation in a batch. */
const sendInBatch =
  (query: '' | '?sync=false' | '?sync=true'): SendEdit =>
  async (t, path, body) => {
    const operations = [{ method: 'POST', path, body }];
    const reply = await t.http.post(`/api/batch${query}`, { operations });
    const ok = reply.ok && reply.at('succeeded') === 1;
    return { ok, json: reply.at('results.0.body'), ...describeReply(reply) };
  };

/** Adds a node and connects the first node to it. */
const addConnectedNode = async (
  t: AuditTools,
  graph: TargetGraph,
  first: TargetNode,
  send: SendEdit,
): Promise<TargetNode> => {
  const { category } = first;
  const added = await send(t, pathTo`/api/graphs/${graph.id}/nodes`, {
    category,
    locationX: 0,
    locationY: 0,
  });
  const node = parseTargetNode(added.json, t.fields);
  if (!added.ok || !node) return t.unverified(`a node can be added (${added.actual})`);
  const ends = {
    outputPortId: requireTriggerPort(t, first, 'output').id,
    inputPortId: requireTriggerPort(t, node, 'input').id,
  };
  const wired = await send(t, pathTo`/api/graphs/${graph.id}/connections`, ends);
  t.given(wired.ok, 'a trigger output can be connected to a trigger input', { actual: wired.actual });
  return node;
};

type RequirementIds = readonly [RequirementId, ...RequirementId[]];

/** Defines an audit which checks that edits sent in this way do not reach the runtime before a sync. */
const defineUnsyncedEditAudit = (id: string, requirements: RequirementIds, words: string, send: SendEdit) =>
  hub.audit(id, requirements, async (t) => {
    const { graph, first } = await createSyncedGraph(t);
    const added = await addConnectedNode(t, graph, first, send);
    const client = await runAndSubscribe(t, graph);
    t.given(await waitForExecution(client, first), 'a run of the graph as synchronized before an edit');
    await waitQuietWindow();
    const early = hasExecuted(client, added);
    if (!early) await givenExecutionVisible(t, graph, added);
    t.for(...requirements).must(!early, `a node added ${words} does not execute`, describeReceived(client));
  });

/** Defines an audit which checks that edits sent in this way reach the runtime. */
const defineSyncedEditAudit = (id: string, requirements: RequirementIds, words: string, send: SendEdit) =>
  hub.audit(id, requirements, async (t) => {
    const { graph, first } = await createSyncedGraph(t);
    const added = await addConnectedNode(t, graph, first, send);
    const client = await runAndSubscribe(t, graph);
    const isExecuted = await waitForExecution(client, added);
    if (!isExecuted) await givenExecutionVisible(t, graph, added);
    t.for(...requirements).must(isExecuted, `a node added ${words} executes`, describeReceived(client));
  });

/** Audits of whether edits reach the runtime, as reported by node.executing events. */
export const editSyncAudits = [
  defineUnsyncedEditAudit('edit-alone', ['OVER-FLOW-002', 'HTTP-014'], 'without a sync', sendAlone('')),
  defineUnsyncedEditAudit('edit-sync-false', ['HTTP-014'], 'with sync=false', sendAlone('?sync=false')),
  defineSyncedEditAudit('edit-with-sync', ['HTTP-015'], 'with sync=true', sendAlone('?sync=true')),
  defineUnsyncedEditAudit('batch-alone', ['BATCH-RUN-011'], 'in a batch without a sync', sendInBatch('')),
  defineUnsyncedEditAudit(
    'batch-sync-false',
    ['BATCH-RUN-011'],
    'in a batch with sync=false',
    sendInBatch('?sync=false'),
  ),
  defineSyncedEditAudit(
    'batch-with-sync',
    ['BATCH-RUN-011'],
    'in a batch with sync=true',
    sendInBatch('?sync=true'),
  ),
  hub.audit(
    'sync-again',
    ['SYNC-001'],
    { likelyCause: 'a graph is pushed only the first time' },
    async (t) => {
      const controlGraph = await createSyncedGraph(t);
      const syncedNode = await addConnectedNode(
        t,
        controlGraph.graph,
        controlGraph.first,
        sendAlone('?sync=true'),
      );
      t.given(
        await waitForExecution(await runAndSubscribe(t, controlGraph.graph), syncedNode),
        'a node.executing event that names the executing node',
      );
      await postGraphCommand(t, controlGraph.graph, 'stop');
      const { graph, first } = await createSyncedGraph(t);
      const added = await addConnectedNode(t, graph, first, sendAlone(''));
      await postGraphCommand(t, graph, 'sync');
      const client = await runAndSubscribe(t, graph);
      t.must(
        await waitForExecution(client, added),
        'a sync pushes the edits since the last one',
        describeReceived(client),
      );
    },
  ),
];
