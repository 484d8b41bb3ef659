/** Holds what a target shows of a graph against the model. */
import { pathTo } from '../target/id.ts';
import { isMarked } from './workbench.ts';
import { readWires } from './read-wires.ts';
import { nodeOf } from '../lab/palette.ts';
import { recordsOf } from '../json.ts';
import { expandableTypes } from './components.ts';
import type { Id } from '../target/id.ts';
import type { LabNode, LabPort } from '../lab/palette.ts';
import type { ModelGraph, ModelNode, Wire } from './state.ts';
import type { Workbench } from './workbench.ts';

/** What the description leaves open after a command. */
interface Allowance {
  /** Wires that may be gone. */
  readonly mayLose?: (wire: Wire) => boolean;
}

export const locationOf = ({ t }: Workbench, { record }: LabNode): readonly unknown[] => [
  t.fields.read(record, 'node.locationX'),
  t.fields.read(record, 'node.locationY'),
];

/** The nodes of a graph as listed now. */
export const readNodes = async (
  { t }: Workbench,
  graph: Pick<ModelGraph, 'id'>,
): Promise<readonly LabNode[]> => {
  const list = await t.lab.readAll(pathTo`/api/graphs/${graph.id}/nodes`);
  if (list === undefined) return t.unverified('the nodes of a graph can be listed');
  return recordsOf(list).flatMap((record) => nodeOf(record, t.fields) ?? []);
};

/** The target shows the nodes, ports and wires of the model and no others; the model takes over how it shows them. */
export const mustShow = async (
  workbench: Workbench,
  graph: ModelGraph,
  allowance: Allowance = {},
): Promise<void> => {
  const { t } = workbench;
  const listed = await readNodes(workbench, graph);
  t.mustEqual(
    sorted(listed),
    sorted([...graph.nodes.values()]),
    'the graph has the nodes that were made, and no others',
  );
  for (const shown of listed) {
    const known = graph.nodes.get(shown.id);
    if (known) mustShowNode(workbench, graph, known, shown);
  }
  await mustShowWires(workbench, graph, allowance);
};

const sorted = (items: readonly { readonly id: Id }[]): readonly string[] =>
  items.map(({ id }) => String(id)).sort();

const typesOf = (ports: readonly LabPort[]): readonly string[] =>
  ports.map(({ id, type }) => `${id} ${type}`).sort();

const mustShowNode = (workbench: Workbench, graph: ModelGraph, known: ModelNode, shown: LabNode): void => {
  const { t, mark } = workbench;
  const what = `the ${known.category} node`;
  t.mustEqual(shown.category, known.category, `${what} keeps its category`);
  t.mustEqual(sorted(shown.ports), sorted(known.ports), `${what} has the ports that it had`);
  if (!known.isFlexible)
    t.mustEqual(typesOf(shown.ports), typesOf(known.ports), `${what} keeps the types of its ports`);
  t.mustEqual(locationOf(workbench, shown), known.location, `${what} stays where it is`);
  for (const port of shown.ports) {
    if (expandableTypes.has(port.type) && typeof port.record.isExpanded === 'boolean') {
      t.mustEqual(
        port.record.isExpanded,
        graph.expanded.has(port.id),
        `isExpanded of ${label(port)} tells whether it is`,
      );
    }
    if (mark && port.type === 'Trigger') {
      t.mustEqual(
        isMarked(port, mark),
        graph.disabled.has(port.id),
        `${mark.field} of ${label(port)} tells whether it is disabled`,
      );
    }
  }
  known.ports = shown.ports;
};

export const label = ({ name, type }: LabPort): string => `the ${type} port ${name ?? ''}`.trimEnd();

const mustShowWires = async (
  workbench: Workbench,
  graph: ModelGraph,
  { mayLose }: Allowance,
): Promise<void> => {
  const { t } = workbench;
  const shown = await readWires(t, graph);
  const pairs = (wires: readonly Wire[]) => wires.map(({ output, input }) => `${output} -> ${input}`).sort();
  const there = new Set(pairs(shown));
  const kept = graph.wires.filter(
    (wire) => !mayLose?.(wire) || pairs([wire]).every((pair) => there.has(pair)),
  );
  t.mustEqual(pairs(shown), pairs(kept), 'the graph has the connections that were made, and no others');
  const ids = shown.flatMap(({ id }) => id ?? []);
  t.mustEqual(new Set(ids).size, ids.length, 'every connection has an id of its own');
  for (const wire of kept) {
    const same = shown.find(({ output, input }) => output === wire.output && input === wire.input);
    if (wire.id !== undefined) t.mustEqual(same?.id, wire.id, 'a connection keeps its id');
  }
  graph.wires = shown;
};
