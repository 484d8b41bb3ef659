import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { mustShow } from '../observe.ts';
import { portsOf, wiresAt } from '../state.ts';
import { adoptNew } from './nodes.ts';
import { takeValue } from './values.ts';
import { takeWire } from './wires.ts';
import { foreignValue, valueFor } from '../write.ts';
import { tempIdOf } from '../../lab/temp-ids.ts';
import type { LabNode, LabPort } from '../../lab/palette.ts';
import type { CommandKind } from '../command.ts';
import type { Dice } from '../dice.ts';
import type { ModelGraph, PlacedPort } from '../state.ts';
import type { Workbench } from '../workbench.ts';

interface NamedPort extends LabPort {
  readonly name: string;
}

/** A slash ends the name of the node in a build: what becomes of one in the name of a port is open. */
const isNamed = (port: LabPort): port is NamedPort => port.name !== undefined && !port.name.includes('/');

/** Types whose ports connect to their like, whatever else is wired. */
const plainTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3', 'Color', 'Trigger'];

interface Plan {
  readonly category: string;
  /** A port of the new node with a value, where its type has one to give. */
  readonly valued: { readonly name: string; readonly type: string; readonly value: unknown } | undefined;
  /** A port of the graph that is not wired, and the port of the new node to wire it to. */
  readonly wire: { readonly from: PlacedPort; readonly output: string; readonly input: string } | undefined;
}

const plan = (graph: ModelGraph, { t, types }: Workbench, dice: Dice): Plan | undefined => {
  const type: LabNode | undefined = dice.pick(types);
  if (!type) return undefined;
  const inputs = type.ports.filter(isNamed).filter(({ direction }) => direction === 'input');
  const valued = dice.pick(inputs.filter((port) => port.type === 'Vector3' || port.type === 'Color'));
  const wires = portsOf(graph).flatMap((from) => {
    const { port } = from;
    const isFree =
      port.direction === 'output' && plainTypes.includes(port.type) && wiresAt(graph, port.id).length === 0;
    if (!isFree || !isNamed(port)) return [];
    const to = inputs.find((input) => input.type === port.type && input !== valued);
    return to ? [{ from, output: port.name, input: to.name }] : [];
  });
  return {
    category: type.category,
    valued: valued && { name: valued.name, type: valued.type, value: valueFor(t, valued, dice) },
    wire: dice.pick(wires),
  };
};

const portsFor = (name: string | undefined, value: unknown): Readonly<Record<string, unknown>> =>
  name === undefined ? {} : { [name]: value };

const added = tempIdOf('node');

const bodyOf = ({ category, valued, wire }: Plan) => ({
  nodes: [{ tempId: added, category, ports: portsFor(valued?.name, valued?.value) }],
  connections: wire ? [{ from: `${wire.from.node.id}/${wire.output}`, to: `${added}/${wire.input}` }] : [],
});

const inWords = ({ category, valued, wire }: Plan): string =>
  [
    `build ${category}`,
    ...(valued ? [`with ${valued.name} ${JSON.stringify(valued.value)}`] : []),
    ...(wire ? [`wired to ${wire.from.node.category}/${wire.output}`] : []),
  ].join(' ');

/** A wire that takes the place of another one, if the target replaces wires at inputs: the build can fail after it. */
const rewiring = (graph: ModelGraph, dice: Dice) => {
  const ports = portsOf(graph).filter(({ port }) => isNamed(port));
  const wire = dice.pick(
    graph.wires.filter(({ input }) =>
      ports.some(({ port }) => port.id === input && plainTypes.includes(port.type)),
    ),
  );
  const to = ports.find(({ port }) => port.id === wire?.input);
  const from = ports.find(
    ({ node, port }) =>
      port.direction === 'output' &&
      port.type === to?.port.type &&
      port.id !== wire?.output &&
      node !== to.node,
  );
  return from && to
    ? [{ from: `${from.node.id}/${from.port.name}`, to: `${to.node.id}/${to.port.name}` }]
    : [];
};

export const buildCommands: readonly CommandKind[] = [
  {
    name: 'build',
    route: 'POST /api/graphs/{}/build',
    weight: 2,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const planned = plan(graph, workbench, dice);
      if (!planned) return;
      trail.push(inWords(planned));
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, bodyOf(planned));
      t.must(reply.ok, `a build of a ${planned.category} node succeeds`, inShort(reply));
      const [id] = await adoptNew(workbench, graph, [planned.category], 'a build');
      const { valued, wire } = planned;
      const ports = graph.nodes.get(id ?? '')?.ports ?? [];
      const input = (name: string) => ports.find((port) => port.name === name && port.direction === 'input');
      const target = wire && input(wire.input);
      if (wire && target) await takeWire(workbench, graph, wire.from.port.id, target.id);
      else await mustShow(workbench, graph);
      const holder = valued && input(valued.name);
      if (valued && holder) await takeValue(workbench, graph, holder, valued.value);
    },
  },
  {
    name: 'build with a mistake',
    route: 'POST /api/graphs/{}/build',
    weight: 3,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const planned = plan(graph, workbench, dice);
      if (!planned) return;
      const { nodes, connections } = bodyOf(planned);
      const sound = { nodes, connections: [...rewiring(graph, dice), ...connections] };
      const { valued } = planned;
      const ill = (node: (typeof nodes)[number]) => ({ ...sound, nodes: [...nodes, node] });
      const cross = (wire: (typeof connections)[number]) => ({
        ...sound,
        connections: [...sound.connections, wire],
      });
      const mistakes: Record<string, typeof sound> = {
        'a wire to an unknown node': cross({ from: `${added}/Out`, to: 'nobody/In' }),
        'a wire to an unknown port': cross({ from: `${added}/NoSuchPort`, to: `${added}/NoSuchPort` }),
        'a node of an unknown type': ill({
          tempId: tempIdOf('odd'),
          category: 'NoSuchNodeTypeAtAll',
          ports: {},
        }),
        ...(valued && {
          'a value of no accepted shape': ill({
            tempId: tempIdOf('odd'),
            category: planned.category,
            ports: portsFor(valued.name, foreignValue(valued.type, dice)),
          }),
        }),
      };
      const mistake = dice.pick(Object.entries(mistakes));
      if (!mistake) return;
      const [words, body] = mistake;
      trail.push(`${inWords(planned)}, with ${words}`);
      t.mustNotSucceed(
        await t.http.post(pathTo`/api/graphs/${graph.id}/build`, body),
        `a build with ${words} is no success`,
      );
      await mustShow(workbench, graph);
    },
  },
];
