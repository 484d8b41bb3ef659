import type { Id } from '../../target/id.ts';
import { areClose, parseVector, expandableTypes, sortSubPorts } from '../sample-values.ts';
import { describePort, mustMatchModel } from '../match-model.ts';
import {
  listPortFamily,
  forgetValue,
  isDriven,
  listModelPorts,
  listConnectionsAt,
  listNodeConnections,
} from '../graph-model.ts';
import { readNodes, readPortValue } from '../read-graph.ts';
import { isChildOf, portPath } from '../model-context.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';
import type { EditCommand } from '../edit-command.ts';
import type { ModelGraph, ModelPort, ModelConnection } from '../graph-model.ts';
import type { ModelContext } from '../model-context.ts';

/** Returns the Vector and Color ports whose value, if they have one, is shown completely. */
const listExpandablePorts = (graph: ModelGraph, expanded: boolean): readonly ModelPort[] =>
  listModelPorts(graph).filter(
    ({ port }) =>
      expandableTypes.has(port.type) &&
      port.record.isSensitive !== true &&
      graph.expanded.has(port.id) === expanded,
  );

/** Whether the value of a port depends only on what the author wrote. */
const isValueAuthored = (graph: ModelGraph, port: TargetPort): boolean =>
  port.direction === 'input' && !isDriven(graph, port.id);

/**
 * Creates a function that checks whether visible state could be lost when a port is expanded or collapsed: its value,
 * or connections of other ports.
 */
const hasStateToLose =
  (graph: ModelGraph) =>
  ({ node, port }: ModelPort): boolean =>
    isValueAuthored(graph, port) && listNodeConnections(graph, node).length > 0;

/**
 * Creates a function that checks whether a connection ends at a port or at one of its parts. It is not documented what
 * happens to such connections when the port is expanded or collapsed.
 */
const isInPortFamily =
  (graph: ModelGraph, { id }: TargetPort) =>
  ({ output, input }: ModelConnection): boolean =>
    listPortFamily(graph, id).some((member) => member === output || member === input);

const listSubPorts = (ports: readonly TargetPort[], parentId: Id): readonly TargetPort[] =>
  ports.filter(({ record }) => isChildOf(record, parentId));

const readPorts = async (
  context: ModelContext,
  graph: ModelGraph,
  nodeId: Id,
): Promise<readonly TargetPort[]> =>
  (await readNodes(context, graph)).find(({ id }) => id === nodeId)?.ports ?? [];

const isTrigger = ({ type }: TargetPort): boolean => type === 'Trigger';

/** Creates a function that checks whether another trigger port of the same node is disabled. */
const hasDisabledSibling =
  (graph: ModelGraph) =>
  ({ node, port }: ModelPort): boolean =>
    node.ports.some(({ id }) => id !== port.id && graph.disabled.has(id));

const createToggleCommand = (verb: 'disable' | 'enable'): EditCommand => ({
  name: `${verb} a trigger port`,
  route: `POST /api/ports/{}/${verb}`,
  weight: 3,
  async run(graph, context, random) {
    const { t, trail } = context;
    const triggers = listModelPorts(graph).filter(({ port }) => isTrigger(port));
    const { node, port } = random.prefer(triggers, hasDisabledSibling(graph)) ?? {};
    if (!node || !port) return;
    trail.push(`${verb} ${describePort(port)} of ${node.category}`);
    const reply = await t.http.post(portPath(port, verb));
    t.mustSucceed(reply, `${verb} is accepted for a trigger port`);
    if (verb === 'disable') graph.disabled.add(port.id);
    else graph.disabled.delete(port.id);
    await mustMatchModel(context, graph);
  },
});

export const portCommands: readonly EditCommand[] = [
  {
    name: 'expand',
    route: 'POST /api/ports/{}/expand',
    weight: 4,
    async run(graph, context, random) {
      const { t, trail } = context;
      const placed = random.prefer(listExpandablePorts(graph, false), hasStateToLose(graph));
      if (!placed) return;
      const { node, port } = placed;
      const isAuthored = isValueAuthored(graph, port);
      const components = isAuthored ? parseVector(port.type, await readPortValue(context, port)) : undefined;
      trail.push(`expand ${describePort(port)} of ${node.category}`);
      const reply = await t.http.post(portPath(port, 'expand'));
      if (listConnectionsAt(graph, port.id).length === 0)
        t.mustSucceed(reply, `${describePort(port)} is expanded`);
      if (reply.ok) {
        graph.expanded.add(port.id);
        const children = listSubPorts(await readPorts(context, graph, node.id), port.id);
        t.must(children.length > 0, `an expanded ${port.type} port has sub-ports`);
        node.ports = [...node.ports, ...children];
        for (const { id } of children) graph.parents.set(id, port.id);
        const sorted = sortSubPorts(port.type, children);
        if (components && sorted?.length === components.length) {
          for (const [index, child] of sorted.entries()) {
            const part = await readPortValue(context, child);
            const isPart = areClose(
              typeof part === 'number' ? [part] : undefined,
              components.slice(index, index + 1),
            );
            if (!isPart) t.observe('sub-ports have other values than the components of their port', true);
            graph.values.set(child.id, part);
          }
        }
        graph.values.delete(port.id);
      }
      await mustMatchModel(context, graph, { mayDisappear: isInPortFamily(graph, port) });
    },
  },
  {
    name: 'collapse',
    route: 'POST /api/ports/{}/collapse',
    weight: 5,
    async run(graph, context, random) {
      const { t, trail } = context;
      const placed = random.prefer(listExpandablePorts(graph, true), hasStateToLose(graph));
      if (!placed) return;
      const { node, port } = placed;
      const children = listSubPorts(node.ports, port.id);
      const isAuthored = isValueAuthored(graph, port);
      const parts = sortSubPorts(port.type, children)?.map(({ id }) => graph.values.get(id));
      trail.push(`collapse ${describePort(port)} of ${node.category}`);
      const reply = await t.http.post(portPath(port, 'collapse'));
      t.mustSucceed(reply, `${describePort(port)} is collapsed`);
      graph.expanded.delete(port.id);
      forgetValue(graph, port.id);
      node.ports = node.ports.filter((existing) => !children.includes(existing));
      if (isAuthored) {
        const value = await readPortValue(context, port);
        if (
          parts?.every((part) => typeof part === 'number') &&
          !areClose(parseVector(port.type, value), parts)
        )
          t.observe('a collapsed port has another value than its sub-ports had', true);
        graph.values.set(port.id, value);
      }
      await mustMatchModel(context, graph, { mayDisappear: isInPortFamily(graph, port) });
    },
  },
  createToggleCommand('disable'),
  createToggleCommand('enable'),
  {
    name: 'disable a port that is not a trigger',
    route: 'POST /api/ports/{}/disable',
    async run(graph, context, random) {
      const { t, trail } = context;
      const otherPorts = listModelPorts(graph).filter(
        ({ port }) => !['Trigger', 'Button', 'Generic'].includes(port.type),
      );
      const placed = random.pick(otherPorts);
      if (!placed) return;
      trail.push(`disable ${describePort(placed.port)}`);
      t.mustFail(await t.http.post(portPath(placed.port, 'disable')), 405, 'TYPE_IMMUTABLE');
      await mustMatchModel(context, graph);
    },
  },
];
