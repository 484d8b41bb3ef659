import { postGraphCommand } from '../../audit-helpers/executing-graph.ts';
import { describeReceived, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import {
  createSyncedGraph,
  givenExecutionVisible,
  hasExecuted,
  requireTriggerPort,
  runAndSubscribe,
  waitForExecution,
} from '../../audit-helpers/node-executions.ts';
import {
  parseTargetNode,
  type TargetNode,
  toPortReference,
  toTempId,
} from '../../audit-helpers/node-type-survey.ts';
import { type AuditContext, type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { duplicateGraph } from '../save-duplicate-remove.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { JsonRecord } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';

const hub = defineAuditArea('hub', 'token', 'project', 'runtime', 'events');

/** Builds a node with an incoming connection, and synchronizes the graph. */
const buildConnectedNode = async (
  t: AuditTools,
  graph: TargetGraph,
  first: TargetNode,
): Promise<TargetNode> => {
  const before = new Set((await t.fixtures.listNodes(graph)).map(({ id }) => id));
  const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/build`}?sync=true`, {
    nodes: [{ tempId: toTempId('added'), category: first.category, ports: {} }],
    connections: [
      {
        from: toPortReference(t, first.id, requireTriggerPort(t, first, 'output')),
        to: toPortReference(t, toTempId('added'), requireTriggerPort(t, first, 'input')),
      },
    ],
  });
  t.givenSuccess(reply, 'a build of one node and one connection succeeds');
  const added = (await t.fixtures.listNodes(graph)).find(({ id }) => !before.has(id));
  return added ?? t.unverified('a built node is listed');
};

const findStartNode = async (t: AuditTools, graph: TargetGraph): Promise<TargetNode> =>
  (await t.fixtures.listNodes(graph)).find(({ category }) => category.toLowerCase() === 'start') ??
  t.unverified('a Start node in a new graph');

/**
 * Defines an audit that switches a trigger port in a stopped graph. The next run shows whether the switch was
 * synchronized.
 */
const definePortSwitchAudit = (
  id: string,
  requirement: 'HTTP-014' | 'HTTP-015',
  verb: 'disable' | 'enable',
  query: '' | '?sync=true',
) =>
  hub.audit(id, [requirement], async (t) => {
    const { graph, first } = await createSyncedGraph(t);
    const before = await runAndSubscribe(t, graph);
    t.given(await waitForExecution(before, first), 'a node.executing event that names the executing node');
    await postGraphCommand(t, graph, 'stop');
    const path = pathTo`/api/ports/${requireTriggerPort(t, first, 'input').id}`;
    if (verb === 'enable') {
      t.given((await t.http.post(`${path}/disable`)).ok, 'a trigger port can be disabled');
      await postGraphCommand(t, graph, 'sync');
    }
    const reply = await t.http.post(`${path}/${verb}${query}`);
    t.givenSuccess(reply, `${verb} of a trigger port succeeds`);
    const client = await runAndSubscribe(t, graph);
    t.given(await waitForExecution(client, await findStartNode(t, graph)), 'Start executes');
    const words = `a node whose trigger was ${verb}d ${query === '' ? 'without a sync' : 'with sync=true'}`;
    if ((verb === 'enable') === (query !== '')) {
      t.must(await waitForExecution(client, first), `${words} executes`, describeReceived(client));
    } else {
      await waitQuietWindow();
      t.must(!hasExecuted(client, first), `${words} does not execute`, describeReceived(client));
    }
  });

/** Runs a graph, and asserts that a node executes. If it does not, other runs must show that executions are visible. */
const mustExecute = async (
  t: AuditContext,
  graph: TargetGraph,
  node: TargetNode,
  message: string,
): Promise<void> => {
  const client = await runAndSubscribe(t, graph);
  const isExecuted = await waitForExecution(client, node);
  if (!isExecuted) await givenExecutionVisible(t, graph, node);
  t.must(isExecuted, message, describeReceived(client));
};

/** Defines an audit that adds another Start node, which executes without a connection. */
const defineAddedNodeAudit = (id: string, subPath: string, createBody: (spec: JsonRecord) => unknown) =>
  hub.audit(id, ['HTTP-015'], async (t) => {
    const { graph } = await createSyncedGraph(t);
    const { category } = await findStartNode(t, graph);
    const existingIds = new Set((await t.fixtures.listNodes(graph)).map((node) => node.id));
    const body = createBody({ category, locationX: 0, locationY: 0 });
    const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}`}/${subPath}?sync=true`, body);
    t.givenSuccess(reply, 'a graph accepts another Start');
    const node = (await t.fixtures.listNodes(graph)).find((one) => !existingIds.has(one.id));
    if (!node) return t.unverified('an added node is listed');
    await mustExecute(t, graph, node, `a Start added by ${subPath} with sync=true executes`);
  });

/** The response to an edit, whether it was sent as a single call or in a batch. */
interface EditResponse {
  readonly ok: boolean;
  readonly json: unknown;
  readonly actual: string;
}

/** Sends an edit, optionally with a request to synchronize. */
type SendEdit = (t: AuditTools, path: string, body: JsonRecord) => Promise<EditResponse>;

const sendAlone =
  (query: '' | '?sync=false' | '?sync=true'): SendEdit =>
  async (t, path, body) => {
    const reply = await t.http.post(`${path}${query}`, body);
    return { ok: reply.ok, json: reply.json, ...describeReply(reply) };
  };

const sendInBatch =
  (query: '' | '?sync=false' | '?sync=true'): SendEdit =>
  async (t, path, body) => {
    const operations = [{ method: 'POST', path, body }];
    const reply = await t.http.post(`/api/batch${query}`, { operations });
    const ok = reply.ok && reply.at('succeeded') === 1;
    return { ok, json: reply.at('results.0.body'), ...describeReply(reply) };
  };

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
    await mustExecute(t.for(...requirements), graph, added, `a node added ${words} executes`);
  });

/** Audits of whether edits reach the runtime, as reported by node.executing events. */
export const audits = [
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
  hub
    .with({ likelyCause: 'a graph is pushed only the first time' })
    .audit('sync-again', ['SYNC-001'], async (t) => {
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
    }),

  hub.audit('build-with-sync', ['HTTP-015'], async (t) => {
    const { graph, first } = await createSyncedGraph(t);
    const added = await buildConnectedNode(t, graph, first);
    await mustExecute(t, graph, added, 'a node built with sync=true executes');
  }),
  hub.audit('duplicate-with-sync', ['HTTP-015'], async (t) => {
    const { graph, first } = await createSyncedGraph(t);
    const copy = await duplicateGraph(t, graph, t.given, '?sync=true');
    const copiedNode = (await t.fixtures.listNodes(copy)).find(({ category }) => category === first.category);
    if (!copiedNode) return t.unverified('the nodes of a copy are listed');
    const reply = await t.http.post(pathTo`/api/graphs/${copy.id}/run`);
    if (!reply.ok) await postGraphCommand(t, copy, 'sync');
    t.mustSucceed(reply, 'a copy made with sync=true runs');
    await postGraphCommand(t, copy, 'stop');
    await mustExecute(t, copy, copiedNode, 'a node of a copy made with sync=true executes');
  }),
  definePortSwitchAudit('disable-with-sync', 'HTTP-015', 'disable', '?sync=true'),
  definePortSwitchAudit('disable-alone', 'HTTP-014', 'disable', ''),
  definePortSwitchAudit('enable-with-sync', 'HTTP-015', 'enable', '?sync=true'),
  definePortSwitchAudit('enable-alone', 'HTTP-014', 'enable', ''),
  defineAddedNodeAudit('node-with-sync', 'nodes', (spec) => spec),
  defineAddedNodeAudit('bulk-with-sync', 'nodes/bulk', (spec) => [spec]),
];
