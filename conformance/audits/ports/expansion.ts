/** Properties of expanding and collapsing: values and wires keep their meaning both ways. */
import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { array, constantFrom, integer, nat, oneof, tuple } from 'fast-check';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { alike, componentsOf, inOrder } from '../../model/components.ts';
import { ruleFor } from '../connections/compatibility.ts';
import { givenServed } from '../served.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph, PortOnNode } from '../../lab/lab.ts';
import type { LabPort } from '../../lab/palette.ts';

const expansion = area('expansion', 'token', 'project');

/** Levels that survive a target which keeps eight bits a channel; in range for vectors and colours alike. */
const level = oneof(
  constantFrom(0, 1),
  integer({ min: 0, max: 255 }).map((n) => n / 255),
);

const widths = { Vector3: 3, Color: 4 } as const;
type Expandable = keyof typeof widths;
const types = Object.keys(widths) as Expandable[];

const turn = async (t: AuditTools, portId: Id, verb: 'expand' | 'collapse') => {
  const reply = await t.http.post(pathTo`/api/ports/${portId}/${verb}`);
  await givenServed(t, `POST /api/ports/{portId}/${verb}`, reply);
  t.given(reply.ok, `${verb} succeeds`, inShort(reply));
};

/** The sub-ports of an expanded port, in the order of its components. */
const subPorts = async (
  t: AuditTools,
  graph: LabGraph,
  { node, port }: PortOnNode,
): Promise<readonly LabPort[]> => {
  const ports = (await t.lab.nodesOf(graph)).find(({ id }) => id === node.id)?.ports ?? [];
  return inOrder(
    port.type,
    ports.filter(({ record }) => record.parentPortId === port.id),
  );
};

/** An expanded port of a type with as many sub-ports as the type has components. */
const expanded = async (t: AuditTools, type: Expandable) => {
  const graph = await t.lab.graph();
  const place = await t.lab.port(graph, type, 'input');
  await turn(t, place.port.id, 'expand');
  const parts = await subPorts(t, graph, place);
  t.given(parts.length === widths[type], `a sub-port for each component of a ${type} (parentPortId)`);
  await turn(t, place.port.id, 'collapse');
  return { graph, place };
};

const width = 4;
const levels = tuple(level, level, level, level);

export const expansionAudits = [
  expansion.audit(
    'values',
    ['PORT-EXPAND-002', 'PORT-COLLAPSE-002'],
    {
      likelyCause:
        'sub-ports keep values of their own that are not those of the port, or components are mixed up',
    },
    async (t) => {
      const [split, joined] = [t.of('PORT-EXPAND-002'), t.of('PORT-COLLAPSE-002')];
      for (const type of types) {
        const { graph, place } = await expanded(t, type);
        const { port } = place;
        await t.property(
          `the value of a ${type} port goes through its sub-ports and back`,
          tuple(levels, array(tuple(nat({ max: width - 1 }), level), { maxLength: 5 })),
          async ([whole, writes]) => {
            const parts = whole.slice(0, widths[type]);
            t.given((await t.lab.write(port.id, parts)).ok, `a ${type} can be written`);
            await turn(t, port.id, 'expand');
            const children = await subPorts(t, graph, place);
            const read = () => Promise.all(children.map(async ({ id }) => await t.lab.read(id)));
            const held = await read();
            t.given(
              held.every((value) => typeof value === 'number'),
              'sub-ports that are read as numbers (choices.paths "port.value")',
              { actual: held },
            );
            split.must(alike(held.map(Number), parts), 'the sub-ports hold the components', {
              expected: parts,
              actual: held,
            });
            for (const [index, part] of writes) {
              const at = index % parts.length;
              const child = children[at];
              if (!child) continue;
              const reply = await t.lab.write(child.id, part);
              t.given(reply.ok, 'a sub-port takes a number', inShort(reply));
              parts[at] = part;
            }
            const written = await read();
            split.must(alike(written.map(Number), parts), 'each sub-port holds what was written to it', {
              expected: parts,
              actual: written,
            });
            await turn(t, port.id, 'collapse');
            const gathered = await t.lab.read(port.id);
            joined.must(
              alike(componentsOf(type, gathered), parts),
              'the collapsed port holds what its sub-ports held',
              { expected: parts, actual: gathered },
            );
          },
        );
      }
    },
  ),
  expansion.audit('wires', ['PORT-EXPAND-003'], { timeout: 120_000 }, async (t) => {
    for (const type of types) {
      const { graph, place } = await expanded(t, type);
      await wireOthers(t, graph, place);
      t.given(
        (await t.lab.connectionsOf(graph)).length > 0,
        'ports beside the one that expands can be wired',
      );
      const wired = await t.keep(() => t.lab.connectionsOf(graph));
      await t.property(
        `a ${type} port expanded and collapsed again and again`,
        array(constantFrom('expand', 'collapse'), { minLength: 1, maxLength: 6 }),
        async (verbs) => {
          for (const verb of verbs) await t.http.post(pathTo`/api/ports/${place.port.id}/${verb}`);
          await t.mustAgree(wired, 'the other ports are wired as they were');
        },
        { runs: 15 },
      );
    }
  }),
];

/** Wires every port of the node but the one that expands, each to a fresh node. */
const wireOthers = async (t: AuditTools, graph: LabGraph, { node, port }: PortOnNode): Promise<void> => {
  for (const own of node.ports) {
    if (own.id === port.id || own.direction === undefined) continue;
    const other = await t.lab.tryPort(
      graph,
      ({ type, direction }) =>
        type === own.type &&
        direction !== own.direction &&
        direction !== undefined &&
        ruleFor(type, type).expected === 'connects',
    );
    if (!other) continue;
    if (own.direction === 'output') await t.lab.connect(graph, own.id, other.port.id);
    else await t.lab.connect(graph, other.port.id, own.id);
  }
};
