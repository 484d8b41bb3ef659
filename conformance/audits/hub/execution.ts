import { names } from '../../target/hub/events.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { connect, quietWindow, received } from '../../lab/hub-client.ts';
import { ledGraph, runGraph, stepGraph } from '../../lab/executing-graph.ts';
import { executes, executesAgain, hasExecuted, timesExecuted, triggerOf } from '../../lab/executions.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';
import type { HubClient } from '../../lab/hub-client.ts';

const execution = area('execution', 'token', 'project', 'runtime', 'events');

/** A graph whose Start leads to one harmless node, with more nodes of the same type that nothing leads to. */
const stage = async (t: AuditTools, more: number) => {
  const { graph, first: start, led } = await ledGraph(t);
  const others: LabNode[] = [];
  for (let made = 0; made < more; made += 1) others.push(await t.lab.node(graph, led.category));
  return { graph, start, led, others };
};

const lead = async (t: AuditTools, graph: LabGraph, from: LabNode, to: LabNode): Promise<void> => {
  const reply = await t.lab.connect(graph, triggerOf(t, from, 'output').id, triggerOf(t, to, 'input').id);
  t.given(reply.ok, 'a trigger output can be wired to a trigger input', inShort(reply));
};

/** Runs a graph, and listens to what executes in it on a connection of its own. */
const listenToRun = async (t: AuditTools, graph: LabGraph): Promise<HubClient> => {
  const client = await connect(t);
  await client.subscribe('node.executing');
  await runGraph(t, graph);
  return client;
};

/** Audits of what runs and what does not, as far as node.executing tells it. */
export const executionAudits = [
  execution.audit('order', ['OVER-GRAPH-003'], async (t) => {
    const { graph, led, others } = await stage(t, 2);
    const [last, alone] = others as [LabNode, LabNode];
    await lead(t, graph, led, last);
    const client = await listenToRun(t, graph);
    t.given(await executes(client, led), 'node.executing that tells which node executes');
    t.must(await executes(client, last), 'execution goes on along a trigger wire', received(client));
    await quietWindow();
    t.must(!hasExecuted(client, alone), 'a node that no trigger wire leads to does not execute');
  }),
  execution.audit('once', ['EVENT-003', 'EVENT-004'], async (t) => {
    const { graph, led, others } = await stage(t, 1);
    const [last] = others as [LabNode];
    await lead(t, graph, led, last);
    const client = await connect(t);
    await client.subscribe('node.executing', 'node.done');
    await runGraph(t, graph);
    t.given(await executes(client, last), 'node.executing that tells which node executes');
    const isDone = (await client.event('node.done', last.id, ...portIdsOf(last))) !== undefined;
    await quietWindow();
    t.of('EVENT-003').mustEqual(timesExecuted(client, led), 1, 'one execution is told once');
    const done = client.events('node.done').filter(({ args }) => names(args, led.id)).length;
    t.given(isDone && done > 0, 'node.done that tells which node is done');
    t.of('EVENT-004').mustEqual(done, 1, 'the end of one execution is told once');
  }),
  execution.audit('disabled', ['PORT-DISABLE-005'], async (t) => {
    const { graph, start, led, others } = await stage(t, 1);
    const [beside] = others as [LabNode];
    await lead(t, graph, start, beside);
    const portPath = pathTo`/api/ports/${triggerOf(t, led, 'input').id}`;
    const stop = () => t.http.post(pathTo`/api/graphs/${graph.id}/stop`);

    const before = await listenToRun(t, graph);
    t.given(await executes(before, led), 'node.executing that tells which node executes');
    t.given(await executes(before, beside), 'a Start that leads to two nodes');
    t.given((await stop()).ok, 'a graph can be stopped');

    t.given((await t.http.post(`${portPath}/disable`)).ok, 'a trigger port can be disabled');
    const disabled = await listenToRun(t, graph);
    t.given(await executes(disabled, beside), 'a graph with a disabled port runs');
    await quietWindow();
    t.must(!hasExecuted(disabled, led), 'nothing executes through a disabled trigger port');
    t.given((await stop()).ok, 'a graph can be stopped');

    t.given((await t.http.post(`${portPath}/enable`)).ok, 'a trigger port can be enabled');
    const enabled = await listenToRun(t, graph);
    t.given(await executes(enabled, beside), 'a graph with an enabled port runs');
    t.must(await executes(enabled, led), 'an enabled trigger port is executed through again');
  }),
  execution.audit('again', ['RUN-START-001'], async (t) => {
    const { graph, led } = await stage(t, 0);
    t.given(
      await executes(await listenToRun(t, graph), led),
      'node.executing that tells which node executes',
    );
    t.given((await t.http.post(pathTo`/api/graphs/${graph.id}/stop`)).ok, 'a graph can be stopped');
    const client = await connect(t);
    await client.subscribe('node.executing');
    t.given((await t.http.post(pathTo`/api/graphs/${graph.id}/run`)).ok, 'the graph can be run again');
    t.must(await executes(client, led), 'a graph that was stopped executes when it is run', received(client));
  }),
  execution.audit('stopped', ['RUN-STOP-001'], async (t) => {
    const { graph, led } = await ledGraph(t, 'onnewframe');
    const client = await listenToRun(t, graph);
    t.given(await executesAgain(client, led, 3), 'a node that executes again and again');
    const stopped = await t.http.post(pathTo`/api/graphs/${graph.id}/stop`);
    t.must(stopped.ok, 'a running graph stops', inShort(stopped));
    /** What was told before has come over the connection once a later execution has, of a graph that never ran. */
    const barrier = async (): Promise<void> => {
      const witness = await ledGraph(t);
      const from = client.callbacks.all.length;
      await runGraph(t, witness.graph);
      const event = await client.eventFrom(from, 'node.executing', witness.led.id, ...portIdsOf(witness.led));
      t.given(event !== undefined, 'node.executing that tells which node executes');
      await stepGraph(t, witness.graph, 'stop');
    };
    await barrier();
    const told = async (): Promise<number> => {
      const before = timesExecuted(client, led);
      for (let later = 0; later < 6; later += 1) await barrier();
      return timesExecuted(client, led) - before;
    };
    // What executed before may be told after younger events; what goes on executing is told again and again.
    let executions = await told();
    for (let again = 0; again < 2 && executions > 0; again += 1) executions = await told();
    t.mustEqual(executions, 0, 'nothing of a stopped graph executes');
  }),
];

const portIdsOf = ({ ports }: LabNode) => ports.map(({ id }) => id);
