import { createLinkedGraph, postGraphCommand, runGraph } from '../../audit-helpers/executing-graph.ts';
import {
  connectHub,
  describeReceived,
  type HubClient,
  waitQuietWindow,
} from '../../audit-helpers/hub-client.ts';
import {
  countExecutions,
  hasExecuted,
  requireTriggerPort,
  waitForExecution,
  waitForExecutions,
} from '../../audit-helpers/node-executions.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { pathTo } from '../../target/id.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';

const execution = defineAuditArea('execution', 'token', 'project', 'runtime', 'events');

/**
 * Creates a graph whose Start is connected to one harmless node, plus more nodes of the same type without a trigger
 * connection.
 */
const createExecutionGraph = async (t: AuditTools, extraCount: number) => {
  const { graph, first: start, linkedNode } = await createLinkedGraph(t);
  const extraNodes: TargetNode[] = [];
  for (let createdCount = 0; createdCount < extraCount; createdCount += 1)
    extraNodes.push(await t.fixtures.node(graph, linkedNode.category));
  return { graph, start, linkedNode, extraNodes };
};

const connectTriggers = async (
  t: AuditTools,
  graph: TargetGraph,
  from: TargetNode,
  to: TargetNode,
): Promise<void> => {
  const reply = await t.fixtures.connect(
    graph,
    requireTriggerPort(t, from, 'output').id,
    requireTriggerPort(t, to, 'input').id,
  );
  t.givenSuccess(reply, 'a trigger output can be connected to a trigger input');
};

/** Runs a graph and opens a separate connection that listens to the executions of its nodes. */
const runAndListen = async (t: AuditTools, graph: TargetGraph): Promise<HubClient> => {
  const client = await connectHub(t);
  await client.subscribe('node.executing');
  await runGraph(t, graph);
  return client;
};

/** Audits of which nodes execute, as reported by node.executing events. */
export const audits = [
  execution.audit('order', ['OVER-GRAPH-003'], async (t) => {
    const { graph, linkedNode, extraNodes } = await createExecutionGraph(t, 2);
    const [last, unconnected] = extraNodes as [TargetNode, TargetNode];
    await connectTriggers(t, graph, linkedNode, last);
    const client = await runAndListen(t, graph);
    t.given(
      await waitForExecution(client, linkedNode),
      'a node.executing event that names the executing node',
    );
    t.must(
      await waitForExecution(client, last),
      'execution follows a trigger connection',
      describeReceived(client),
    );
    await waitQuietWindow();
    t.must(!hasExecuted(client, unconnected), 'a node without a trigger connection does not execute');
  }),
  execution.audit('once', ['EVENT-003', 'EVENT-004'], async (t) => {
    const { graph, linkedNode, extraNodes } = await createExecutionGraph(t, 1);
    const [last] = extraNodes as [TargetNode];
    await connectTriggers(t, graph, linkedNode, last);
    const client = await connectHub(t);
    await client.subscribe('node.executing', 'node.done');
    await runGraph(t, graph);
    t.given(await waitForExecution(client, last), 'a node.executing event that names the executing node');
    const isReported = (await client.event('node.done', last.id, ...listPortIds(last))) !== undefined;
    await waitQuietWindow();
    t.for('EVENT-003').mustEqual(
      countExecutions(client, linkedNode),
      1,
      'one execution emits one node.executing event',
    );
    const done = client.events('node.done').filter(({ args }) => includesText(args, linkedNode.id)).length;
    t.given(isReported && done > 0, 'a node.done event that names the finished node');
    t.for('EVENT-004').mustEqual(done, 1, 'one execution emits one node.done event');
  }),
  execution.audit('disabled', ['PORT-DISABLE-005'], async (t) => {
    const { graph, start, linkedNode, extraNodes } = await createExecutionGraph(t, 1);
    const [parallel] = extraNodes as [TargetNode];
    await connectTriggers(t, graph, start, parallel);
    const portPath = pathTo`/api/ports/${requireTriggerPort(t, linkedNode, 'input').id}`;
    const stop = () => t.http.post(pathTo`/api/graphs/${graph.id}/stop`);

    const before = await runAndListen(t, graph);
    t.given(
      await waitForExecution(before, linkedNode),
      'a node.executing event that names the executing node',
    );
    t.given(await waitForExecution(before, parallel), 'a Start that leads to two nodes');
    t.given((await stop()).ok, 'a graph can be stopped');

    t.given((await t.http.post(`${portPath}/disable`)).ok, 'a trigger port can be disabled');
    const disabled = await runAndListen(t, graph);
    t.given(await waitForExecution(disabled, parallel), 'a graph with a disabled port runs');
    await waitQuietWindow();
    t.must(!hasExecuted(disabled, linkedNode), 'nothing executes through a disabled trigger port');
    t.given((await stop()).ok, 'a graph can be stopped');

    t.given((await t.http.post(`${portPath}/enable`)).ok, 'a trigger port can be enabled');
    const enabled = await runAndListen(t, graph);
    t.given(await waitForExecution(enabled, parallel), 'a graph with an enabled port runs');
    t.must(await waitForExecution(enabled, linkedNode), 'an enabled trigger port passes execution again');
  }),
  execution.audit('again', ['RUN-START-001'], async (t) => {
    const { graph, linkedNode } = await createExecutionGraph(t, 0);
    t.given(
      await waitForExecution(await runAndListen(t, graph), linkedNode),
      'a node.executing event that names the executing node',
    );
    t.given((await t.http.post(pathTo`/api/graphs/${graph.id}/stop`)).ok, 'a graph can be stopped');
    const client = await connectHub(t);
    await client.subscribe('node.executing');
    t.given((await t.http.post(pathTo`/api/graphs/${graph.id}/run`)).ok, 'the graph can be run again');
    t.must(
      await waitForExecution(client, linkedNode),
      'a stopped graph executes when it is run again',
      describeReceived(client),
    );
  }),
  execution.audit('stopped', ['RUN-STOP-001'], async (t) => {
    const { graph, linkedNode } = await createLinkedGraph(t, 'onnewframe');
    const client = await runAndListen(t, graph);
    t.given(await waitForExecutions(client, linkedNode, 3), 'a node that executes repeatedly');
    const stopped = await t.http.post(pathTo`/api/graphs/${graph.id}/stop`);
    t.mustSucceed(stopped, 'a running graph stops');
    /**
     * Waits for an execution in a new graph. When this execution is reported, all earlier events have already arrived
     * on the connection.
     */
    const barrier = async (): Promise<void> => {
      const control = await createLinkedGraph(t);
      const from = client.callbacks.all.length;
      await runGraph(t, control.graph);
      const event = await client.eventFrom(
        from,
        'node.executing',
        control.linkedNode.id,
        ...listPortIds(control.linkedNode),
      );
      t.given(event !== undefined, 'a node.executing event that names the executing node');
      await postGraphCommand(t, control.graph, 'stop');
    };
    await barrier();
    const readExecutionCount = async (): Promise<number> => {
      const before = countExecutions(client, linkedNode);
      for (let barrierCount = 0; barrierCount < 6; barrierCount += 1) await barrier();
      return countExecutions(client, linkedNode) - before;
    };
    // Earlier executions may be reported late. If nodes are still executing, the reports continue.
    let executions = await readExecutionCount();
    for (let attempt = 0; attempt < 2 && executions > 0; attempt += 1)
      executions = await readExecutionCount();
    t.mustEqual(executions, 0, 'nothing in a stopped graph executes');
  }),
];

const listPortIds = ({ ports }: TargetNode) => ports.map(({ id }) => id);
