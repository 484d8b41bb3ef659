/** Property-based audits of expanding and collapsing ports: values and connections must survive both. */
import { listKeys } from '../json.ts';
import { array, constantFrom, integer, nat, oneof, tuple } from 'fast-check';
import { givenRouteServed } from '../audit-helpers/listed-routes.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { areClose, parseVector, sortSubPorts } from '../model/sample-values.ts';
import { type Id, pathTo } from '../target/id.ts';
import { findCompatibilityRule } from './type-compatibility.ts';
import type { NodePort, TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const expansion = defineAuditArea('expansion', 'token', 'project');

/** Component values that survive a conversion to 8 bits per channel and are in range for both vectors and colors. */
const levelArbitrary = oneof(
  constantFrom(0, 1),
  integer({ min: 0, max: 255 }).map((n) => n / 255),
);

const componentCounts = { Vector3: 3, Color: 4 } as const;
type ExpandableType = keyof typeof componentCounts;
const expandableTypes = listKeys(componentCounts);

const postPortVerb = async (t: AuditTools, portId: Id, verb: 'expand' | 'collapse') => {
  const reply = await t.http.post(pathTo`/api/ports/${portId}/${verb}`);
  await givenRouteServed(t, `POST /api/ports/{portId}/${verb}`, reply);
  t.givenSuccess(reply, `${verb} succeeds`);
};

const readSubPorts = async (
  t: AuditTools,
  graph: TargetGraph,
  { node, port }: NodePort,
): Promise<readonly TargetPort[]> => {
  const ports = (await t.fixtures.listNodes(graph)).find(({ id }) => id === node.id)?.ports ?? [];
  return ports.filter(({ record }) => record.parentPortId === port.id);
};

/** Creates a port that can be expanded into one sub-port for each component of its type. */
const createExpandedPort = async (t: AuditTools, type: ExpandableType) => {
  const graph = await t.fixtures.graph();
  const expandedPort = await t.fixtures.port(graph, type, 'input');
  const values = [0.2, 0.4, 0.6, 0.8].slice(0, componentCounts[type]);
  await t.fixtures.write(expandedPort.port.id, values);
  await postPortVerb(t, expandedPort.port.id, 'expand');
  const children = await readSubPorts(t, graph, expandedPort);
  t.given(
    children.length === componentCounts[type],
    `a sub-port for each component of a ${type} (parentPortId)`,
  );
  const names =
    sortSubPorts(type, children)?.map(({ name }) => name) ?? (await sortByValue(t, children, values));
  await postPortVerb(t, expandedPort.port.id, 'collapse');
  return { graph, expandedPort, names };
};

/** Returns the names of sub-ports in the order of the values that they have, or `undefined` if another value occurs. */
const sortByValue = async (
  t: AuditTools,
  children: readonly TargetPort[],
  values: readonly number[],
): Promise<readonly (string | undefined)[] | undefined> => {
  const found = await Promise.all(
    children.map(async ({ id, name }) => ({ name, value: await t.fixtures.read(id) })),
  );
  const sorted = values.map((part) => found.filter(({ value }) => areClose([Number(value)], [part])));
  return sorted.every(({ length }) => length === 1) ? sorted.flat().map(({ name }) => name) : undefined;
};

const channelCount = 4;
const levelsArbitrary = tuple(levelArbitrary, levelArbitrary, levelArbitrary, levelArbitrary);

export const audits = [
  expansion
    .with({
      likelyCause: 'sub-ports keep values that differ from those of the port, or components are mixed up',
    })
    .audit('values', ['PORT-EXPAND-002', 'PORT-COLLAPSE-002'], async (t) => {
      const [expandAssertions, collapseAssertions] = [t.for('PORT-EXPAND-002'), t.for('PORT-COLLAPSE-002')];
      for (const type of expandableTypes) {
        const { graph, expandedPort, names } = await createExpandedPort(t, type);
        const { port } = expandedPort;
        const toComponentOrder = (children: readonly TargetPort[]): readonly TargetPort[] =>
          names?.flatMap((name) => children.filter((child) => child.name === name)) ?? children;
        await t.property(
          `the value of a ${type} port survives a round trip through its sub-ports`,
          tuple(
            levelsArbitrary,
            array(tuple(nat({ max: channelCount - 1 }), levelArbitrary), { maxLength: 5 }),
          ),
          async ([compound, writes]) => {
            const parts = compound.slice(0, componentCounts[type]);
            t.given((await t.fixtures.write(port.id, parts)).ok, `a ${type} can be written`);
            await postPortVerb(t, port.id, 'expand');
            const children = toComponentOrder(await readSubPorts(t, graph, expandedPort));
            t.given(
              children.length === parts.length,
              'sub-ports that are distinguished by name (choices.paths "port.name")',
            );
            const read = () => Promise.all(children.map(async ({ id }) => await t.fixtures.read(id)));
            const compoundValue = await read();
            t.given(
              compoundValue.every((value) => typeof value === 'number'),
              'sub-ports that read as numbers (choices.paths "port.value")',
              { actual: compoundValue },
            );
            expandAssertions.must(
              areClose(compoundValue.map(Number), parts),
              'the sub-ports hold the components',
              { expected: parts, actual: compoundValue },
            );
            for (const [index, part] of writes) {
              const at = index % parts.length;
              const child = children[at];
              if (!child) continue;
              const reply = await t.fixtures.write(child.id, part);
              t.givenSuccess(reply, 'a sub-port accepts a number');
              parts[at] = part;
            }
            const written = await read();
            expandAssertions.must(
              areClose(written.map(Number), parts),
              'each sub-port holds the value written to it',
              { expected: parts, actual: written },
            );
            await postPortVerb(t, port.id, 'collapse');
            const collapsedValue = await t.fixtures.read(port.id);
            collapseAssertions.must(
              areClose(parseVector(type, collapsedValue), parts),
              'the collapsed port holds what its sub-ports held',
              { expected: parts, actual: collapsedValue },
            );
          },
        );
      }
    }),
  expansion.with({ timeout: 120_000 }).audit('wires', ['PORT-EXPAND-003'], async (t) => {
    for (const type of expandableTypes) {
      const { graph, expandedPort } = await createExpandedPort(t, type);
      await connectOtherPorts(t, graph, expandedPort);
      t.given(
        (await t.fixtures.listConnections(graph)).length > 0,
        'ports other than the expanded one can be connected',
      );
      const wired = await t.snapshot(() => t.fixtures.listConnections(graph));
      await t.property(
        `a ${type} port expanded and collapsed repeatedly`,
        array(constantFrom('expand', 'collapse'), { minLength: 1, maxLength: 6 }),
        async (verbs) => {
          for (const verb of verbs) await t.http.post(pathTo`/api/ports/${expandedPort.port.id}/${verb}`);
          await t.mustBeUnchanged(wired, 'the connections of the other ports are unchanged');
        },
        { runs: 15 },
      );
    }
  }),
];

/** Connects every port of the node except the expanded port, each to a new node. */
const connectOtherPorts = async (
  t: AuditTools,
  graph: TargetGraph,
  { node, port }: NodePort,
): Promise<void> => {
  for (const subPort of node.ports) {
    if (subPort.id === port.id || subPort.direction === undefined) continue;
    const otherPort = await t.fixtures.tryPort(
      graph,
      ({ type, direction }) =>
        type === subPort.type &&
        direction !== subPort.direction &&
        direction !== undefined &&
        findCompatibilityRule(type, type).expected === 'connects',
    );
    if (!otherPort) continue;
    if (subPort.direction === 'output') await t.fixtures.connect(graph, subPort.id, otherPort.port.id);
    else await t.fixtures.connect(graph, otherPort.port.id, subPort.id);
  }
};
