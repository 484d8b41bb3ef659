import { inShort } from '../../target/http/in-short.ts';
import { recordsOf } from '../../json.ts';
import { alike, componentsOf } from '../components.ts';
import { label, mustShow } from '../observe.ts';
import { readValue } from '../read-value.ts';
import { family, forgetValue, isFed, portsOf } from '../state.ts';
import { foreignValue, statedComponents, valueFor } from '../write.ts';
import { portPath } from '../workbench.ts';
import type { LabPort } from '../../lab/palette.ts';
import type { CommandKind } from '../command.ts';
import type { ModelGraph } from '../state.ts';
import type { Workbench } from '../workbench.ts';

/**
 * The inputs whose value is the author's alone: fed by no wire, without effect on the ports of the node, shown in
 * full. What a port holds while its sub-ports are shown is open.
 */
const writable = (graph: ModelGraph): readonly LabPort[] =>
  portsOf(graph)
    .filter(({ node }) => !node.isFlexible)
    .map(({ port }) => port)
    .filter(
      ({ id, type, direction, record }) =>
        direction === 'input' &&
        !['Trigger', 'Button'].includes(type) &&
        record.isSensitive !== true &&
        record.affectsNodePorts !== true &&
        !graph.expanded.has(id) &&
        !isFed(graph, id),
    );

/** After a write that succeeded: what is read is what was written where the description says so, and is kept. */
export const takeValue = async (
  workbench: Workbench,
  graph: ModelGraph,
  port: LabPort,
  written: unknown,
): Promise<void> => {
  const held = await readValue(workbench, port);
  const stated = statedComponents(port.type, written);
  const components = componentsOf(port.type, held);
  if (components) workbench.readable.add(port.type);
  // How a value is written when it is read is open: one that was never read as numbers cannot be held against them.
  if (stated && workbench.readable.has(port.type)) {
    workbench.t.must(alike(components, stated), `${label(port)} holds ${JSON.stringify(written)}`, {
      expected: stated,
      actual: held,
    });
  }
  graph.values.set(port.id, held);
};

/** Every value that is known of these ports, or of all, is still there. */
export const mustHold = async (
  workbench: Workbench,
  graph: ModelGraph,
  ports?: readonly LabPort[],
): Promise<void> => {
  const known = ports
    ? ports.filter(({ id }) => graph.values.has(id)).map(({ id }) => id)
    : [...graph.values.keys()];
  for (const id of known) {
    workbench.t.mustEqual(
      await readValue(workbench, { id }),
      graph.values.get(id),
      'a value that was written is kept',
    );
  }
};

export const valueCommands: readonly CommandKind[] = [
  {
    name: 'write value',
    route: 'PUT /api/ports/{}/value',
    weight: 7,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const ports = writable(graph);
      const port = dice.prefer(ports, ({ id }) => graph.parents.has(id));
      if (!port) return;
      const witness = dice.prefer(
        ports.filter(({ id }) => !family(graph, port.id).includes(id)),
        ({ name }) => name === port.name,
      );
      const before = witness && (await readValue(workbench, witness));
      const value = valueFor(t, port, dice);
      trail.push(`write ${JSON.stringify(value)} to ${label(port)}`);
      const reply = await t.lab.write(port.id, value);
      if (statedComponents(port.type, value))
        t.must(reply.ok, `${JSON.stringify(value)} is accepted`, inShort(reply));
      if (reply.ok) {
        const parent = graph.parents.get(port.id);
        if (parent !== undefined) graph.values.delete(parent);
        await takeValue(workbench, graph, port, value);
      } else t.mustNotSucceed(reply, 'a value that is not taken is refused with an error');
      if (witness) t.mustEqual(await readValue(workbench, witness), before, 'a write changes no other port');
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'write a value of no accepted shape',
    route: 'PUT /api/ports/{}/value',
    weight: 2,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const port = dice.pick(writable(graph).filter(({ type }) => foreignValue(type, dice) !== undefined));
      if (!port) return;
      const value = foreignValue(port.type, dice);
      const before = await readValue(workbench, port);
      trail.push(`write ${JSON.stringify(value)} to ${label(port)}`);
      t.mustFail(await t.lab.write(port.id, value), 400, 'INVALID_VALUE');
      t.mustEqual(await readValue(workbench, port), before, 'a refused value changes nothing');
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'read value',
    route: 'GET /api/ports/{}/value',
    async run(graph, workbench, dice) {
      const id = dice.pick([...graph.values.keys()]);
      if (id === undefined) return;
      workbench.trail.push('read a value');
      workbench.t.mustEqual(
        await readValue(workbench, { id }),
        graph.values.get(id),
        'a value that was written is kept',
      );
    },
  },
  {
    name: 'batch of writes and reads',
    route: 'POST /api/batch',
    weight: 2,
    async run(graph, workbench, dice) {
      const { t, trail } = workbench;
      const port = dice.pick(writable(graph).filter(({ type }) => type === 'Vector3' || type === 'Color'));
      if (!port) return;
      const [first, second] = [valueFor(t, port, dice), valueFor(t, port, dice)];
      trail.push(
        `write ${JSON.stringify(first)}, then ${JSON.stringify(second)}, to ${label(port)} in a batch`,
      );
      const path = portPath(port, 'value');
      const read = { method: 'GET', path };
      const write = (value: unknown) => ({ method: 'PUT', path, body: { value } });
      const operations = [
        write(first),
        read,
        write(foreignValue(port.type, dice)),
        read,
        write(second),
        read,
      ];
      const reply = await t.http.post('/api/batch', { operations });
      t.mustEqual(reply.status, 200, 'a batch answers 200');
      const results = recordsOf(reply.at('results')).toSorted((a, b) => Number(a.index) - Number(b.index));
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
        const held = t.fields.portValue(results[index]?.body);
        const stated = statedComponents(port.type, written);
        if (!stated || !workbench.readable.has(port.type)) continue;
        t.must(
          alike(componentsOf(port.type, held), stated),
          `operation ${index} reads what was written before it`,
          { expected: written, actual: held },
        );
      }
      forgetValue(graph, port.id);
      await takeValue(workbench, graph, port, second);
      await mustShow(workbench, graph);
    },
  },
];
