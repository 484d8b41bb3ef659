import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { ruleFor } from '../../audits/connections/compatibility.ts';
import { mustShow } from '../observe.ts';
import { closesCircle, forgetValue, isBusy, portsOf, wiresAt, wiresOfNode } from '../state.ts';
import type { CommandKind } from '../command.ts';
import type { Dice } from '../dice.ts';
import type { ModelGraph, PlacedPort, Wire } from '../state.ts';
import type { Workbench } from '../workbench.ts';

interface Pair {
  readonly from: PlacedPort;
  readonly to: PlacedPort;
}

/** An output and an input of two nodes that the description lets, or does not let, connect. */
const somePair = (graph: ModelGraph, dice: Dice, expected: 'connects' | 'refused'): Pair | undefined => {
  const ports = portsOf(graph);
  const inputs = ports.filter(({ port }) => port.direction === 'input');
  const fits = (from: PlacedPort) => (to: PlacedPort) =>
    to.node !== from.node &&
    ruleFor(from.port.type, to.port.type).expected === expected &&
    !isWired(graph, from, to.port.id);
  const outputs = ports.filter((from) => from.port.direction === 'output' && inputs.some(fits(from)));
  const from = dice.prefer(outputs, ({ port }) => wiresAt(graph, port.id).length > 0);
  if (!from) return undefined;
  const to = dice.prefer(inputs.filter(fits(from)), ({ node }) => isBusy(graph)(node));
  return to && { from, to };
};

const isWired = (graph: ModelGraph, { port }: PlacedPort, inputId: Id): boolean =>
  graph.wires.some(({ output, input }) => output === port.id && input === inputId);

const body = ({ from, to }: Pair) => ({ outputPortId: from.port.id, inputPortId: to.port.id });

const inWords = ({ from, to }: Pair): string =>
  `${from.node.category}/${from.port.name ?? from.port.type} to ${to.node.category}/${to.port.name ?? to.port.type}`;

/**
 * Nothing that the description leaves open stands in the way: no wire at either end to be replaced, no disabled port,
 * no circle, and no Generic port that took another type already.
 */
const isPlain = (graph: ModelGraph, { from, to }: Pair): boolean =>
  wiresAt(graph, from.port.id).length === 0 &&
  wiresAt(graph, to.port.id).length === 0 &&
  !graph.disabled.has(from.port.id) &&
  !graph.disabled.has(to.port.id) &&
  !closesCircle(graph, from.node, to.node) &&
  ((!from.node.isFlexible && !to.node.isFlexible) ||
    (wiresOfNode(graph, from.node).length === 0 && wiresOfNode(graph, to.node).length === 0));

/** Whether something else than its types may be said first to be wrong with a pair. */
const isRefusedOtherwise = (graph: ModelGraph, { from, to }: Pair): boolean =>
  [from.port.id, to.port.id].some((id) => graph.disabled.has(id) || graph.expanded.has(id)) ||
  closesCircle(graph, from.node, to.node);

/** Brings a pair that was wired into the model; what shares an end with it may have been replaced. */
export const takeWire = async (
  workbench: Workbench,
  graph: ModelGraph,
  output: Id,
  input: Id,
): Promise<void> => {
  const sharing = (wire: Wire): boolean => (wire.output === output) !== (wire.input === input);
  for (const wire of graph.wires.filter(sharing)) forgetValue(graph, wire.input);
  for (const id of [output, input]) forgetValue(graph, id);
  graph.wires = [...graph.wires, { id: undefined, output, input }];
  await mustShow(workbench, graph, { mayLose: sharing });
};

const validate = (workbench: Workbench, graph: ModelGraph, pair: Pair) =>
  workbench.t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, body(pair));

export const wireCommands: readonly CommandKind[] = [
  {
    name: 'connect',
    route: 'POST /api/graphs/{}/connections',
    weight: 10,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const pair = somePair(graph, dice, 'connects');
      if (!pair) return;
      trail.push(`connect ${inWords(pair)}`);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, body(pair));
      if (isPlain(graph, pair)) t.mustEqual(reply.status, 201, `${inWords(pair)} connects`);
      else if (!reply.ok) t.mustNotSucceed(reply, 'a pair that is not wired is refused with an error');
      if (reply.ok) await takeWire(workbench, graph, pair.from.port.id, pair.to.port.id);
      else await mustShow(workbench, graph);
    },
  },
  {
    name: 'connect incompatible ports',
    route: 'POST /api/graphs/{}/connections',
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const pair = somePair(graph, dice, 'refused');
      if (!pair) return;
      trail.push(`connect ${inWords(pair)}`);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, body(pair));
      if (isRefusedOtherwise(graph, pair)) t.mustNotSucceed(reply, `${inWords(pair)} is no success`);
      else t.mustFail(reply, 400, 'INCOMPATIBLE_TYPES');
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'connect from an input to an output',
    route: 'POST /api/graphs/{}/connections',
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const pair = somePair(graph, dice, 'connects');
      if (!pair) return;
      trail.push(`connect ${inWords(pair)} the wrong way round`);
      const { outputPortId, inputPortId } = body(pair);
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, {
        outputPortId: inputPortId,
        inputPortId: outputPortId,
      });
      t.mustNotSucceed(reply, 'a connection from an input to an output is no success');
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'connect once more',
    route: 'POST /api/graphs/{}/connections',
    weight: 2,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const shown = new Map(portsOf(graph).map((placed) => [placed.port.id, placed]));
      const pairs = graph.wires.flatMap(({ output, input }) => {
        const [from, to] = [shown.get(output), shown.get(input)];
        return from && to ? [{ from, to }] : [];
      });
      const pair = dice.pick(pairs);
      if (!pair) return;
      trail.push(`connect ${inWords(pair)} once more`);
      t.mustFail(
        await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, body(pair)),
        409,
        'DUPLICATE_CONNECTION',
      );
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'disconnect',
    route: 'DELETE /api/graphs/{}/connections/{}',
    weight: 3,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const wire = dice.prefer(
        graph.wires.filter(({ id }) => id !== undefined),
        ({ output }) => wiresAt(graph, output).length > 1,
      );
      if (wire?.id === undefined) return;
      trail.push('disconnect a pair');
      const reply = await t.http.delete(pathTo`/api/graphs/${graph.id}/connections/${wire.id}`);
      if (reply.ok) {
        graph.wires = graph.wires.filter((other) => other !== wire);
        forgetValue(graph, wire.input);
      }
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'validate, then connect',
    route: 'POST /api/graphs/{}/connections/validate',
    weight: 2,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const pair = somePair(graph, dice, dice.below(2) === 0 ? 'connects' : 'refused');
      if (!pair) return;
      trail.push(`validate and connect ${inWords(pair)}`);
      const dry = await validate(workbench, graph, pair);
      await mustShow(workbench, graph);
      const verdict = dry.ok ? t.fields.truth(dry.json, 'validation.valid') : false;
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/connections`, body(pair));
      const isRefusedByType = reply.at('error.code') === 'INCOMPATIBLE_TYPES';
      if (verdict === true)
        t.must(!isRefusedByType, `${inWords(pair)}: the types that the dry run takes connect`, inShort(dry));
      if (verdict === false)
        t.must(!reply.ok, `${inWords(pair)}: what the dry run refuses does not connect`, inShort(dry));
      if (reply.ok) await takeWire(workbench, graph, pair.from.port.id, pair.to.port.id);
      else await mustShow(workbench, graph);
    },
  },
];
