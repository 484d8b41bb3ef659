import type { Id } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { alike, componentsOf, expandableTypes, inOrder } from '../components.ts';
import { label, mustShow, readNodes } from '../observe.ts';
import { family, forgetValue, isFed, portsOf, wiresAt, wiresOfNode } from '../state.ts';
import { readValue } from '../read-value.ts';
import { isChildOf, portPath } from '../workbench.ts';
import type { LabPort } from '../../lab/palette.ts';
import type { CommandKind } from '../command.ts';
import type { ModelGraph, PlacedPort, Wire } from '../state.ts';
import type { Workbench } from '../workbench.ts';

/** Vector and Color ports whose value, if they have one, is shown in full. */
const expandable = (graph: ModelGraph, expanded: boolean): readonly PlacedPort[] =>
  portsOf(graph).filter(
    ({ port }) =>
      expandableTypes.has(port.type) &&
      port.record.isSensitive !== true &&
      graph.expanded.has(port.id) === expanded,
  );

/** Whether the value of a port is the author's alone. */
const isAuthored = (graph: ModelGraph, port: LabPort): boolean =>
  port.direction === 'input' && !isFed(graph, port.id);

/** Whether expanding or collapsing a port could lose something that shows: its value, and wires at other ports. */
const isTelling =
  (graph: ModelGraph) =>
  ({ node, port }: PlacedPort): boolean =>
    isAuthored(graph, port) && wiresOfNode(graph, node).length > 0;

/** What becomes of wires at a port, or at parts of it, when it is expanded or collapsed is open. */
const atFamily =
  (graph: ModelGraph, { id }: LabPort) =>
  ({ output, input }: Wire): boolean =>
    family(graph, id).some((member) => member === output || member === input);

const childrenOf = (ports: readonly LabPort[], parentId: Id): readonly LabPort[] =>
  ports.filter(({ record }) => isChildOf(record, parentId));

/** The ports of a node as listed now. */
const listedPorts = async (
  workbench: Workbench,
  graph: ModelGraph,
  nodeId: Id,
): Promise<readonly LabPort[]> =>
  (await readNodes(workbench, graph)).find(({ id }) => id === nodeId)?.ports ?? [];

const isTrigger = ({ type }: LabPort): boolean => type === 'Trigger';

/** Whether another trigger port of the same node is disabled. */
const hasDisabledSibling =
  (graph: ModelGraph) =>
  ({ node, port }: PlacedPort): boolean =>
    node.ports.some(({ id }) => id !== port.id && graph.disabled.has(id));

const switching = (verb: 'disable' | 'enable'): CommandKind => ({
  name: `${verb} a trigger port`,
  route: `POST /api/ports/{}/${verb}`,
  weight: 3,
  async run(graph, workbench, dice) {
    const { t, trail } = workbench;
    const triggers = portsOf(graph).filter(({ port }) => isTrigger(port));
    const { node, port } = dice.prefer(triggers, hasDisabledSibling(graph)) ?? {};
    if (!node || !port) return;
    trail.push(`${verb} ${label(port)} of ${node.category}`);
    const reply = await t.http.post(portPath(port, verb));
    t.must(reply.ok, `${verb} is taken by a trigger port`, inShort(reply));
    if (verb === 'disable') graph.disabled.add(port.id);
    else graph.disabled.delete(port.id);
    await mustShow(workbench, graph);
  },
});

export const portCommands: readonly CommandKind[] = [
  {
    name: 'expand',
    route: 'POST /api/ports/{}/expand',
    weight: 4,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const placed = dice.prefer(expandable(graph, false), isTelling(graph));
      if (!placed) return;
      const { node, port } = placed;
      const authored = isAuthored(graph, port);
      const whole = authored ? componentsOf(port.type, await readValue(workbench, port)) : undefined;
      trail.push(`expand ${label(port)} of ${node.category}`);
      const reply = await t.http.post(portPath(port, 'expand'));
      if (wiresAt(graph, port.id).length === 0)
        t.must(reply.ok, `${label(port)} is expanded`, inShort(reply));
      if (reply.ok) {
        graph.expanded.add(port.id);
        const children = childrenOf(await listedPorts(workbench, graph, node.id), port.id);
        t.must(children.length > 0, `an expanded ${port.type} port has sub-ports`);
        node.ports = [...node.ports, ...children];
        for (const { id } of children) graph.parents.set(id, port.id);
        if (whole && children.length === whole.length) {
          for (const [index, child] of inOrder(port.type, children).entries()) {
            const part = await readValue(workbench, child);
            const isPart = alike(
              typeof part === 'number' ? [part] : undefined,
              whole.slice(index, index + 1),
            );
            if (!isPart) t.observe('sub-ports hold other values than the components of their port', true);
            graph.values.set(child.id, part);
          }
        }
        graph.values.delete(port.id);
      }
      await mustShow(workbench, graph, { mayLose: atFamily(graph, port) });
    },
  },
  {
    name: 'collapse',
    route: 'POST /api/ports/{}/collapse',
    weight: 5,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const placed = dice.prefer(expandable(graph, true), isTelling(graph));
      if (!placed) return;
      const { node, port } = placed;
      const children = childrenOf(node.ports, port.id);
      const authored = isAuthored(graph, port);
      const parts = inOrder(port.type, children).map(({ id }) => graph.values.get(id));
      trail.push(`collapse ${label(port)} of ${node.category}`);
      const reply = await t.http.post(portPath(port, 'collapse'));
      t.must(reply.ok, `${label(port)} is collapsed`, inShort(reply));
      graph.expanded.delete(port.id);
      forgetValue(graph, port.id);
      node.ports = node.ports.filter((shown) => !children.includes(shown));
      if (authored) {
        const held = await readValue(workbench, port);
        if (parts.every((part) => typeof part === 'number') && !alike(componentsOf(port.type, held), parts))
          t.observe('a collapsed port holds something else than its sub-ports did', true);
        graph.values.set(port.id, held);
      }
      await mustShow(workbench, graph, { mayLose: atFamily(graph, port) });
    },
  },
  switching('disable'),
  switching('enable'),
  {
    name: 'disable a port that is no trigger',
    route: 'POST /api/ports/{}/disable',
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const others = portsOf(graph).filter(
        ({ port }) => !['Trigger', 'Button', 'Generic'].includes(port.type),
      );
      const placed = dice.pick(others);
      if (!placed) return;
      trail.push(`disable ${label(placed.port)}`);
      t.mustFail(await t.http.post(portPath(placed.port, 'disable')), 405, 'TYPE_IMMUTABLE');
      await mustShow(workbench, graph);
    },
  },
];
