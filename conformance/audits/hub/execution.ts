import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { connect, quietWindow, received } from '../../lab/hub-client.ts';
import { executingGraph, runGraph } from '../../lab/executing-graph.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode, LabPort } from '../../lab/palette.ts';
import type { HubClient } from '../../lab/hub-client.ts';

const execution = area('execution', 'token', 'project', 'runtime', 'events');

const triggerOf = (t: AuditContext, node: LabNode, direction: 'input' | 'output'): LabPort =>
  node.ports.find((port) => port.type === 'Trigger' && port.direction === direction) ??
  t.unverified(`a trigger ${direction} on ${node.category}`);

const isNamed = ({ category }: LabNode, ...names: string[]): boolean =>
  names.includes(category.toLowerCase());

/** A graph whose Start leads to one harmless node, with more nodes of the same type that nothing leads to. */
const stage = async (t: AuditContext, more: number) => {
  const graph = await executingGraph(t);
  const nodes = await t.lab.nodesOf(graph);
  const start = nodes.find((node) => isNamed(node, 'start'));
  const led = nodes.find((node) => !isNamed(node, 'start', 'onnewframe'));
  if (!start || !led) return t.unverified('a graph with a Start node that leads to another one');
  const others: LabNode[] = [];
  for (let made = 0; made < more; made += 1) others.push(await t.lab.node(graph, led.category));
  return { graph, start, led, others };
};

const lead = async (t: AuditContext, graph: LabGraph, from: LabNode, to: LabNode): Promise<void> => {
  const reply = await t.lab.connect(graph, triggerOf(t, from, 'output').id, triggerOf(t, to, 'input').id);
  t.given(reply.ok, 'a trigger output can be wired to a trigger input', inShort(reply));
};

/** Runs a graph, and listens to what executes in it on a connection of its own. */
const listenToRun = async (t: AuditContext, graph: LabGraph): Promise<HubClient> => {
  const client = await connect(t);
  await client.subscribe('node.executing');
  await runGraph(t, graph);
  return client;
};

/** How an event tells of a node is not shown: it is enough that it speaks of it, or of a port of it. */
const idsOf = ({ id, ports }: LabNode): readonly Id[] => [id, ...ports.map((port) => port.id)];

const executes = async (client: HubClient, node: LabNode): Promise<boolean> =>
  (await client.event('node.executing', ...idsOf(node))) !== undefined;

const timesExecuted = (client: HubClient, node: LabNode): number =>
  client.events('node.executing').filter(({ args }) => idsOf(node).some((id) => speaksOf(args, id))).length;

const hasExecuted = (client: HubClient, node: LabNode): boolean => timesExecuted(client, node) > 0;

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
    const { graph, led } = await stage(t, 0);
    const nodes = await t.lab.nodesOf(graph);
    const frame = nodes.find((node) => isNamed(node, 'onnewframe')) ?? t.unverified('an OnNewFrame node');
    await lead(t, graph, frame, led);
    const client = await listenToRun(t, graph);
    t.given(await executes(client, led), 'node.executing that tells which node executes');
    const count = () => timesExecuted(client, led);
    await quietWindow();
    t.given(count() > 2, 'a node that executes again and again');
    t.must((await t.http.post(pathTo`/api/graphs/${graph.id}/stop`)).ok, 'a running graph stops');
    await quietWindow();
    const before = count();
    await quietWindow();
    t.mustEqual(count() - before, 0, 'nothing of a stopped graph executes');
  }),
];
