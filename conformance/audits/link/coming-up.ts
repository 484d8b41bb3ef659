import { faultIn } from '../../link/contract.ts';
import { heardExchange } from '../../link/line.ts';
import { linkArea, isOf } from '../../link/link-audit.ts';
import { isRecord, recordsOf, type JsonRecord } from '../../json.ts';
import type { Heard } from '../../link/connection.ts';

const up = linkArea('link-coming-up');

const graphsIn = ({ message }: Heard): readonly JsonRecord[] =>
  isRecord(message?.params) ? recordsOf(message.params.graphs) : [];
const variablesIn = ({ message }: Heard): readonly JsonRecord[] =>
  isRecord(message?.params) ? recordsOf(message.params.variables) : [];

export const comingUpAudits = [
  up.audit('holding', ['LINK-UP-001', 'LINK-UP-002'], async (t) => {
    const connection = await t.guest.knock();
    const { inbox } = connection;
    const greeting = await inbox.until(({ message }) => message?.method === 'hello', t.patience.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    const visit = await t.guest.receive(connection).catch(() => undefined);
    const holding = inbox.all.find(({ message }) => message?.method === 'holding');
    if (greeting) t.record(heardExchange(t.guest.host.url, greeting));
    if (holding) t.record(heardExchange(t.guest.host.url, holding));
    t.of('LINK-UP-001').must(visit !== undefined, 'holding comes within 10 s of the answer to hello');
    if (!holding) return;
    const fault = faultIn('holding.params', holding.message?.params);
    t.of('LINK-UP-002').must(fault === undefined, 'holding is as the schema has it', { actual: fault });
  }),

  up.audit('held', ['LINK-UP-004', 'LINK-UP-005', 'LINK-UP-006', 'LINK-UP-007'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const nodes: Readonly<Record<string, string>> = t.can.nodeTypes.has('OnNewFrame')
      ? { frame: 'OnNewFrame' }
      : {};
    const [idle, running, gone] = [lab.sketch(nodes), lab.sketch(nodes), lab.sketch(nodes)];
    await lab.load(idle);
    await lab.run(running);
    await lab.load(gone);
    await line.done('graph.unload', { graphId: gone.graphId });
    const put = await lab.variable('Float', 1.5);
    const deleted = await lab.variable('String', 'gone');
    await line.done('variables.delete', { ids: [deleted.id] });
    const expected = new Map<unknown, unknown>([[put.id, put.value]]);
    if (['Start', 'SetVariable'].every((type) => t.can.nodeTypes.has(type))) {
      const wrote = await lab.variable('Float', 0);
      const { from } = await lab.run(
        lab.sketch({ start: 'Start', set: ['SetVariable', { Variable: wrote.name, Value: 42 }] }, [
          'start.Out > set.In',
        ]),
      );
      if (t.can.events.has('variable.changed'))
        await line.awaited(
          ({ type, data }) => type === 'variable.changed' && data.id === wrote.id,
          from,
          'SetVariable writes',
        );
      expected.set(wrote.id, 42);
    }
    await line.steps(2);
    await line.connection.cut();
    const again = await t.line();
    line.show(again.holding);
    t.given(isSame(line.hello, again.hello), 'a runtime that goes on when it is cut off');

    const graphs = graphsIn(again.holding);
    const held = ({ graphId }: { graphId: string }) => graphs.find((graph) => graph.graphId === graphId);
    const versionOf = (graph: { graphId: string }): unknown => held(graph)?.version;
    t.of('LINK-UP-004').mustEqual(
      [idle, running].map(versionOf),
      [idle.version, running.version],
      'holding names what is loaded, with its version',
    );
    t.of('LINK-UP-005').mustEqual(
      [idle, running].map((graph) => held(graph)?.running),
      [false, true],
      'holding says what runs',
    );
    const variables = variablesIn(again.holding);
    t.of('LINK-UP-006').mustEqual(
      [...expected.keys()].map((id) => variables.find((variable) => variable.id === id)?.value),
      [...expected.values()],
      'holding names variables with the values that they have',
    );
    t.of('LINK-UP-007').must(
      held(gone) === undefined && !variables.some(({ id }) => id === deleted.id),
      'holding does not name what was unloaded or deleted',
    );
  }),

  up.audit(
    'messagepack',
    ['LINK-UP-009'],
    { needs: ['messagepack', 'node:Start', 'event:graph.running'] },
    async (t) => {
      const line = await t.line('messagepack');
      const { holding } = line;
      line.show(holding);
      t.must(holding.isBinary, 'holding comes in a binary message');
      const lab = t.lab(line);
      const variable = await lab.variable('Float', 0.1);
      t.given(variable.value === 0.1, 'a variable');
      const graph = lab.sketch({ start: 'Start' });
      const { from } = await lab.run(graph);
      const told = await line.until(isOf('graph.running', graph.graphId), from);
      line.show(told);
      t.must(told !== undefined, 'A graph that came in MessagePack runs, and graph.running comes');
    },
  ),

  up.audit('messagepack-values', ['LINK-UP-009'], { needs: ['messagepack'] }, async (t) => {
    const line = await t.line('messagepack');
    const lab = t.lab(line);
    const put: { readonly id: string; readonly value: unknown }[] = [];
    for (const [type, value] of values) put.push(await lab.variable(type, value));
    await line.connection.cut();
    const again = await t.line('messagepack');
    again.show(again.holding);
    t.given(isSame(line.hello, again.hello), 'a runtime that goes on when it is cut off');
    const held = variablesIn(again.holding);
    t.mustEqual(
      put.map(({ id }) => held.find((variable) => variable.id === id)?.value),
      values.map(([, value]) => value),
      'Values come back in MessagePack as they went',
    );
  }),
];

/** Values that an encoding may stumble over, by their types. */
const values = [
  ['Float', 0.1],
  ['Float', -1e-7],
  ['Integer', -129],
  ['Integer', 65_536],
  ['Integer', 1_099_511_627_776],
  ['String', 'Grüße, 世界 👋'],
  ['String', 'long '.repeat(100)],
  ['String', ''],
  ['Boolean', true],
] as const;

/** Whether two connections are of one and the same runtime. */
const isSame = (one: Heard, other: Heard): boolean => instanceIn(one) === instanceIn(other);

export const instanceIn = ({ message }: Heard): unknown =>
  isRecord(message?.params) ? message.params.instance : undefined;
