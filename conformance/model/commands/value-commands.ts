import { filterRecords } from '../../json.ts';
import { forgetValue, isDriven, listModelPorts, listPortFamily, type ModelGraph } from '../graph-model.ts';
import { describePort, mustMatchModel } from '../match-model.ts';
import { type ModelContext, portPath } from '../model-context.ts';
import { readPortValue } from '../read-graph.ts';
import {
  areClose,
  drawInvalidValue,
  drawValue,
  getDocumentedComponents,
  parseVector,
} from '../sample-values.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';
import type { EditCommand } from '../edit-command.ts';

/**
 * Returns the inputs whose value depends only on what the author wrote. These inputs are unconnected and collapsed, and
 * don't affect the ports of the node. The value of an expanded port is not documented.
 */
const listWritablePorts = (graph: ModelGraph): readonly TargetPort[] =>
  listModelPorts(graph)
    .filter(({ node }) => !node.hasGenericPort)
    .map(({ port }) => port)
    .filter(
      ({ id, type, direction, record }) =>
        direction === 'input' &&
        !['Trigger', 'Button'].includes(type) &&
        record.isSensitive !== true &&
        record.affectsNodePorts !== true &&
        !graph.expanded.has(id) &&
        !isDriven(graph, id),
    );

/**
 * Updates the model after a successful write. If the description defines the value, the value must read back as
 * written. Stores the value that was read in the model.
 */
export const adoptValue = async (
  context: ModelContext,
  graph: ModelGraph,
  port: TargetPort,
  written: unknown,
): Promise<void> => {
  const value = await readPortValue(context, port);
  const documented = getDocumentedComponents(port.type, written);
  const components = parseVector(port.type, value);
  if (components) context.readableTypes.add(port.type);
  // The description doesn't define how values are represented when they are read. Values that have never been read as
  // numbers can't be compared.
  if (documented && context.readableTypes.has(port.type)) {
    context.t.must(
      areClose(components, documented),
      `${describePort(port)} holds ${JSON.stringify(written)}`,
      { expected: documented, actual: value },
    );
  }
  graph.values.set(port.id, value);
};

/** Requires that the recorded values of these ports are unchanged. If no ports are given, checks all ports. */
export const mustMatchValues = async (
  context: ModelContext,
  graph: ModelGraph,
  ports?: readonly TargetPort[],
): Promise<void> => {
  const portIds = ports
    ? ports.filter(({ id }) => graph.values.has(id)).map(({ id }) => id)
    : [...graph.values.keys()];
  for (const id of portIds) {
    context.t.mustEqual(
      await readPortValue(context, { id }),
      graph.values.get(id),
      'a written value is stored',
    );
  }
};

export const valueCommands: readonly EditCommand[] = [
  {
    name: 'write value',
    route: 'PUT /api/ports/{}/value',
    weight: 7,
    async run(graph, context, random) {
      const { t, trail } = context;
      const ports = listWritablePorts(graph);
      const port = random.prefer(ports, ({ id }) => graph.parents.has(id));
      if (!port) return;
      const otherPort = random.prefer(
        ports.filter(({ id }) => !listPortFamily(graph, port.id).includes(id)),
        ({ name }) => name === port.name,
      );
      const before = otherPort && (await readPortValue(context, otherPort));
      const value = drawValue(t, port, random);
      trail.push(`write ${JSON.stringify(value)} to ${describePort(port)}`);
      const reply = await t.fixtures.write(port.id, value);
      if (getDocumentedComponents(port.type, value))
        t.mustSucceed(reply, `${JSON.stringify(value)} is accepted`);
      if (reply.ok) {
        const parent = graph.parents.get(port.id);
        if (parent !== undefined) graph.values.delete(parent);
        await adoptValue(context, graph, port, value);
      } else t.mustNotSucceed(reply, 'an invalid value is rejected with an error');
      if (otherPort)
        t.mustEqual(await readPortValue(context, otherPort), before, 'a write changes no other port');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'write a value of no accepted shape',
    route: 'PUT /api/ports/{}/value',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const port = random.pick(
        listWritablePorts(graph).filter(({ type }) => drawInvalidValue(type, random) !== undefined),
      );
      if (!port) return;
      const value = drawInvalidValue(port.type, random);
      const before = await readPortValue(context, port);
      trail.push(`write ${JSON.stringify(value)} to ${describePort(port)}`);
      t.mustFail(await t.fixtures.write(port.id, value), 400, 'INVALID_VALUE');
      t.mustEqual(await readPortValue(context, port), before, 'a rejected value changes nothing');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'read value',
    route: 'GET /api/ports/{}/value',
    async run(graph, context, random) {
      const id = random.pick([...graph.values.keys()]);
      if (id === undefined) return;
      context.trail.push('read a value');
      context.t.mustEqual(
        await readPortValue(context, { id }),
        graph.values.get(id),
        'a written value is stored',
      );
    },
  },
  {
    name: 'batch of writes and reads',
    route: 'POST /api/batch',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const port = random.pick(
        listWritablePorts(graph).filter(({ type }) => type === 'Vector3' || type === 'Color'),
      );
      if (!port) return;
      const [first, second] = [drawValue(t, port, random), drawValue(t, port, random)];
      trail.push(
        `write ${JSON.stringify(first)}, then ${JSON.stringify(second)}, to ${describePort(port)} in a batch`,
      );
      const path = portPath(port, 'value');
      const read = { method: 'GET', path };
      const write = (value: unknown) => ({ method: 'PUT', path, body: { value } });
      const operations = [
        write(first),
        read,
        write(drawInvalidValue(port.type, random)),
        read,
        write(second),
        read,
      ];
      const reply = await t.http.post('/api/batch', { operations });
      t.mustEqual(reply.status, 200, 'a batch answers 200');
      const results = filterRecords(reply.at('results')).toSorted(
        (a, b) => Number(a.index) - Number(b.index),
      );
      t.mustEqual(
        results.map(({ status }) => Number(status) < 400),
        [true, true, false, true, true, true],
        'only the operation with a value of no accepted shape fails',
      );
      for (const [index, written] of [
        [1, first],
        [3, first],
        [5, second],
      ] as const) {
        const value = t.fields.portValue(results[index]?.body);
        const documented = getDocumentedComponents(port.type, written);
        if (!documented || !context.readableTypes.has(port.type)) continue;
        t.must(
          areClose(parseVector(port.type, value), documented),
          `operation ${index} reads what was written before it`,
          { expected: written, actual: value },
        );
      }
      forgetValue(graph, port.id);
      await adoptValue(context, graph, port, second);
      await mustMatchModel(context, graph);
    },
  },
];
