/**
 * The lines of the journal of edits (register: C-66). Each tells, as JSON, what something came to: a node or a wire as
 * the graph file has it, or that it is gone. Reading a line twice, or after its file was written, changes nothing more.
 */
import * as z from 'zod';
import type { GraphChanges, HeldAt, Connection, GraphDocument } from '../../graphs/document.ts';
import { quoted } from '../../../disk/text.ts';
import { headToFile, nodeToFile } from '../graph-file.ts';
import { formatOf, graphFileMigrations } from '../migrations.ts';
import { SavedVariable } from '../project-head.ts';
import type { VariableDocument, Variables } from '../../variables/variables.ts';

/** An end of a wire: its node, by id or by place among the nodes of the same line, which is shorter. */
const WireEnd = z.union([z.string(), z.int().min(0)]);

const GraphLine = z.object({
  graph: z.string(),
  /** Where the file of the graph lies: in the first line that a segment has about it. */
  path: z.string().optional(),
  /** Print of the file that the edits were made upon; null when there was none. */
  base: z.string().nullable().optional(),
  /** The line has all of the graph: what its file and earlier lines say of it counts no more. */
  whole: z.boolean().default(false),
  head: z.looseObject({ name: z.string() }).optional(),
  nodes: z.array(z.looseObject({ id: z.string() })).default([]),
  /** Node, name and value of what was written to nodes that are not in `nodes`. */
  values: z.array(z.tuple([z.string(), z.string(), z.json()])).default([]),
  wires: z.array(z.tuple([z.string(), WireEnd, z.string(), WireEnd, z.string()])).default([]),
  goneNodes: z.array(z.string()).default([]),
  goneWires: z.array(z.string()).default([]),
});

export type GraphLine = z.output<typeof GraphLine>;

/** The file of a graph is about to have this print. */
const WritingLine = z.object({ writing: z.string(), print: z.string() });

/** A graph has left the project; with `deleted` its file, of one of the prints that are known, goes too. */
const RemovedLine = z.object({ removed: z.string(), path: z.string(), deleted: z.boolean() });

const VariablesLine = z.object({
  variables: z.array(SavedVariable),
  goneVariables: z.array(z.string()),
});

/** The first line of a segment. */
export const HeadLine = z.object({ journal: z.literal('edits'), format: z.int().min(1) });

export const EditLine = z.union([GraphLine, WritingLine, RemovedLine, VariablesLine]);
export type EditLine = z.output<typeof EditLine>;

const format = formatOf(graphFileMigrations);

const print = (line: object): string => `${JSON.stringify(line)}\n`;

export const headLine = (): string => print({ journal: 'edits', format } satisfies z.input<typeof HeadLine>);

/** What tells a reader which file a graph has, when a segment speaks of it for the first time. */
interface Introduction {
  readonly path: string;
  readonly base: string | null;
  /** Whether the changes are all of the graph. */
  readonly whole?: true | undefined;
}

/** What changed of a graph, as it is now. */
export const graphLine = (
  graph: GraphDocument,
  { head, nodes, values, wires }: GraphChanges,
  introduction: Introduction | undefined,
): string => {
  if (!introduction && !head && nodes.size === 0 && wires.size === 0) return valuesLine(graph, values);
  const line: z.input<typeof GraphLine> = { graph: graph.id };
  if (introduction) Object.assign(line, introduction);
  if (head) line.head = headToFile(graph);
  if (nodes.size > 0) addNodes(line, graph, nodes);
  if (values.length > 0) addValues(line, graph, values, nodes);
  if (wires.size > 0) addWires(line, graph, wires);
  return print(line);
};

/** What most edits are, put together as text: printing an object takes four times as long. */
const valuesLine = ({ id, nodes: present }: GraphDocument, held: readonly HeldAt[]): string => {
  const values = held
    .filter(({ node }) => present.has(node.id))
    .map(({ node, name }) => `[${quoted(node.id)},${quoted(name)},${JSON.stringify(node.values[name])}]`);
  return `{"graph":${quoted(id)},"values":[${values.join(',')}]}\n`;
};

const addNodes = (line: z.input<typeof GraphLine>, graph: GraphDocument, ids: ReadonlySet<string>): void => {
  const nodes = [];
  const gone = [];
  for (const id of ids) {
    const node = graph.nodes.get(id);
    if (node) nodes.push(nodeToFile(node));
    else gone.push(id);
  }
  if (nodes.length > 0) line.nodes = nodes;
  if (gone.length > 0) line.goneNodes = gone;
};

const addValues = (
  line: z.input<typeof GraphLine>,
  { nodes: present }: GraphDocument,
  held: readonly HeldAt[],
  told: ReadonlySet<string>,
): void => {
  const values: GraphLine['values'] = [];
  for (const { node, name } of held) {
    // biome-ignore lint/style/noNonNullAssertion: what is told of was written
    if (!told.has(node.id) && present.has(node.id)) values.push([node.id, name, node.values[name]!]);
  }
  if (values.length > 0) line.values = values;
};

const addWires = (
  line: z.input<typeof GraphLine>,
  { connections }: GraphDocument,
  changed: ReadonlySet<Connection>,
): void => {
  const places = new Map((line.nodes ?? []).map(({ id }, place) => [id, place]));
  const wires = [];
  const gone = [];
  for (const wire of changed) {
    if (connections.includes(wire)) wires.push(wireOf(wire, places));
    else gone.push(wire.id);
  }
  if (wires.length > 0) line.wires = wires;
  if (gone.length > 0) line.goneWires = gone;
};

const wireOf = (
  { id, from, to }: Connection,
  places: ReadonlyMap<string, number>,
): GraphLine['wires'][number] => [
  id,
  places.get(from.node.id) ?? from.node.id,
  from.port.name,
  places.get(to.node.id) ?? to.node.id,
  to.port.name,
];

export const writingLine = (graphId: string, filePrint: string): string =>
  print({ writing: graphId, print: filePrint } satisfies z.input<typeof WritingLine>);

export const removedLine = ({ id, path }: GraphDocument, { deleted }: { deleted: boolean }): string =>
  print({ removed: id, path, deleted } satisfies z.input<typeof RemovedLine>);

/** What changed of the variables, as they are now. */
export const variablesLine = (all: Variables, ids: Iterable<string>): string => {
  const variables: VariableDocument[] = [];
  const goneVariables: string[] = [];
  for (const id of ids) {
    const variable = all.get(id);
    if (variable) variables.push(variable);
    else goneVariables.push(id);
  }
  return print({ variables, goneVariables });
};
