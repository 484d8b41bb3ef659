import { findCompatibilityRule } from '../../audits/type-compatibility.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { type Id, pathTo } from '../../target/id.ts';
import {
  closesCycle,
  forgetValue,
  hasEdits,
  listConnectionsAt,
  listModelPorts,
  listNodeConnections,
  type ModelConnection,
  type ModelGraph,
  type ModelPort,
} from '../graph-model.ts';
import { mustMatchModel } from '../match-model.ts';
import type { ChoiceSource, EditCommand } from '../edit-command.ts';
import type { ModelContext } from '../model-context.ts';

interface PortPair {
  readonly from: ModelPort;
  readonly to: ModelPort;
}

/**
 * Picks an output and an input of two different nodes. Depending on `expected`, the description says either that the
 * two ports connect or that the connection is refused.
 */
const pickPair = (
  graph: ModelGraph,
  random: ChoiceSource,
  expected: 'connects' | 'refused',
): PortPair | undefined => {
  const ports = listModelPorts(graph);
  const inputs = ports.filter(({ port }) => port.direction === 'input');
  const isCompatibleWith = (from: ModelPort) => (to: ModelPort) =>
    to.node !== from.node &&
    findCompatibilityRule(from.port.type, to.port.type).expected === expected &&
    !isConnected(graph, from, to.port.id);
  const outputs = ports.filter(
    (from) => from.port.direction === 'output' && inputs.some(isCompatibleWith(from)),
  );
  const from = random.prefer(outputs, ({ port }) => listConnectionsAt(graph, port.id).length > 0);
  if (!from) return undefined;
  const to = random.prefer(inputs.filter(isCompatibleWith(from)), ({ node }) => hasEdits(graph)(node));
  return to && { from, to };
};

const isConnected = (graph: ModelGraph, { port }: ModelPort, inputId: Id): boolean =>
  graph.connections.some(({ output, input }) => output === port.id && input === inputId);

const toConnectionBody = ({ from, to }: PortPair) => ({
  outputPortId: from.port.id,
  inputPortId: to.port.id,
});

const describePair = ({ from, to }: PortPair): string =>
  `${from.node.category}/${from.port.name ?? from.port.type} to ${to.node.category}/${to.port.name ?? to.port.type}`;

/**
 * Whether a connection depends only on documented rules. Such a connection replaces no other connection, closes no
 * cycle, and involves no disabled port and no Generic port whose type is resolved.
 */
const isUnambiguous = (graph: ModelGraph, { from, to }: PortPair): boolean =>
  listConnectionsAt(graph, from.port.id).length === 0 &&
  listConnectionsAt(graph, to.port.id).length === 0 &&
  !graph.disabled.has(from.port.id) &&
  !graph.disabled.has(to.port.id) &&
  !closesCycle(graph, from.node, to.node) &&
  ((!from.node.hasGenericPort && !to.node.hasGenericPort) ||
    (listNodeConnections(graph, from.node).length === 0 && listNodeConnections(graph, to.node).length === 0));

/** Whether the target may reject a pair of ports for a reason other than their types. */
const mayFailForOtherReason = (graph: ModelGraph, { from, to }: PortPair): boolean =>
  [from.port.id, to.port.id].some((id) => graph.disabled.has(id) || graph.expanded.has(id)) ||
  closesCycle(graph, from.node, to.node);

/**
 * Adds a new connection to the model. Connections that share exactly one end with the new connection may have been
 * replaced.
 */
export const adoptConnection = async (
  context: ModelContext,
  graph: ModelGraph,
  output: Id,
  input: Id,
): Promise<void> => {
  const sharesOneEnd = (connection: ModelConnection): boolean =>
    (connection.output === output) !== (connection.input === input);
  for (const connection of graph.connections.filter(sharesOneEnd)) forgetValue(graph, connection.input);
  for (const id of [output, input]) forgetValue(graph, id);
  graph.connections = [...graph.connections, { id: undefined, output, input }];
  await mustMatchModel(context, graph, { mayDisappear: sharesOneEnd });
};

const validatePair = (context: ModelContext, graph: ModelGraph, pair: PortPair) =>
  context.t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, toConnectionBody(pair));

export const connectionCommands: readonly EditCommand[] = [
  {
    name: 'connect',
    route: 'POST /api/graphs/{}/connections',
    weight: 10,
    async run(graph, context, random) {
      const { t, trail } = context;
      const pair = pickPair(graph, random, 'connects');
      if (!pair) return;
      trail.push(`connect ${describePair(pair)}`);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, toConnectionBody(pair));
      if (isUnambiguous(graph, pair)) t.mustEqual(reply.status, 201, `${describePair(pair)} connects`);
      else if (!reply.ok) t.mustNotSucceed(reply, 'a pair that does not connect is rejected with an error');
      if (reply.ok) await adoptConnection(context, graph, pair.from.port.id, pair.to.port.id);
      else await mustMatchModel(context, graph);
    },
  },
  {
    name: 'connect incompatible ports',
    route: 'POST /api/graphs/{}/connections',
    async run(graph, context, random) {
      const { t, trail } = context;
      const pair = pickPair(graph, random, 'refused');
      if (!pair) return;
      trail.push(`connect ${describePair(pair)}`);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, toConnectionBody(pair));
      if (mayFailForOtherReason(graph, pair)) t.mustNotSucceed(reply, `${describePair(pair)} is no success`);
      else t.mustFail(reply, 400, 'INCOMPATIBLE_TYPES');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'connect from an input to an output',
    route: 'POST /api/graphs/{}/connections',
    async run(graph, context, random) {
      const { t, trail } = context;
      const pair = pickPair(graph, random, 'connects');
      if (!pair) return;
      trail.push(`connect ${describePair(pair)} the wrong way round`);
      const { outputPortId, inputPortId } = toConnectionBody(pair);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, {
        outputPortId: inputPortId,
        inputPortId: outputPortId,
      });
      t.mustNotSucceed(reply, 'a connection from an input to an output is no success');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'connect again',
    route: 'POST /api/graphs/{}/connections',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const listedPorts = new Map(listModelPorts(graph).map((placed) => [placed.port.id, placed]));
      const pairs = graph.connections.flatMap(({ output, input }) => {
        const [from, to] = [listedPorts.get(output), listedPorts.get(input)];
        return from && to ? [{ from, to }] : [];
      });
      const pair = random.pick(pairs);
      if (!pair) return;
      trail.push(`connect ${describePair(pair)} again`);
      t.mustFail(
        await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, toConnectionBody(pair)),
        409,
        'DUPLICATE_CONNECTION',
      );
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'disconnect',
    route: 'DELETE /api/graphs/{}/connections/{}',
    weight: 3,
    async run(graph, context, random) {
      const { t, trail } = context;
      const connection = random.prefer(
        graph.connections.filter(({ id }) => id !== undefined),
        ({ output }) => listConnectionsAt(graph, output).length > 1,
      );
      if (connection?.id === undefined) return;
      trail.push('disconnect a pair');
      const reply = await t.http.delete(pathTo`/api/graphs/${graph.id}/connections/${connection.id}`);
      if (reply.ok) {
        graph.connections = graph.connections.filter((candidate) => candidate !== connection);
        forgetValue(graph, connection.input);
      }
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'validate, then connect',
    route: 'POST /api/graphs/{}/connections/validate',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const pair = pickPair(graph, random, random.below(2) === 0 ? 'connects' : 'refused');
      if (!pair) return;
      trail.push(`validate and connect ${describePair(pair)}`);
      const validation = await validatePair(context, graph, pair);
      await mustMatchModel(context, graph);
      const verdict = validation.ok ? t.fields.truth(validation.json, 'validation.valid') : false;
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, toConnectionBody(pair));
      const isRefusedByType = reply.at('error.code') === 'INCOMPATIBLE_TYPES';
      if (verdict === true)
        t.must(
          !isRefusedByType,
          `${describePair(pair)}: types that the dry run accepts connect`,
          describeReply(validation),
        );
      if (verdict === false)
        t.must(
          !reply.ok,
          `${describePair(pair)}: what the dry run rejects does not connect`,
          describeReply(validation),
        );
      if (reply.ok) await adoptConnection(context, graph, pair.from.port.id, pair.to.port.id);
      else await mustMatchModel(context, graph);
    },
  },
];
