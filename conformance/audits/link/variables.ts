import { defineLinkAuditArea } from '../../link/link-audit.ts';
import type { ReceivedEvent } from '../../link/link-connection.ts';

const writtenValue = defineLinkAuditArea(
  'link-variables',
  'node:Start',
  'node:SetVariable',
  'event:variable.changed',
);
const variables = defineLinkAuditArea('link-variables');

/** Types, initial values, written values, and the values that the link document demands after the conversion. */
const conversions = [
  ['Integer', 0, 2.5, 3],
  ['Integer', 0, '7', 7],
  ['Float', 0, true, 1],
  ['Float', 0, ' -1e3 ', -1000],
  ['String', '', 7.5, '7.5'],
  ['String', '', false, 'false'],
  ['Boolean', false, 2, true],
  ['Vector3', { x: 0, y: 0, z: 0 }, [1, 2, 3], { x: 1, y: 2, z: 3 }],
] as const;

const isVariableChange =
  (id: string) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === 'variable.changed' && data.id === id;

export const variableAudits = [
  writtenValue.audit('written', ['LINK-VAR-001', 'LINK-VAR-002', 'LINK-VAR-003'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const variable = await fixtures.createVariable('Float', 1);
    const { id, name } = variable;
    const set = (Value: number) => ['SetVariable', { Variable: name, Value }] as const;
    const graph = fixtures.createGraph({ start: 'Start', one: set(2), two: set(3) }, [
      'start.Out > one.In',
      'one.Out > two.In',
    ]);
    const { from } = await fixtures.runGraph(graph);
    const event = await line.waitForEvent(isVariableChange(id), from);
    await line.waitForSteps(3);
    const changes = line.events(from).filter(isVariableChange(id));
    for (const change of changes) line.recordMessage(change);
    t.for('LINK-VAR-001').must(
      event !== undefined,
      'variable.changed arrives for a value written by SetVariable',
    );
    t.for('LINK-VAR-001').mustEqual(
      event && { name: event.data.name, type: event.data.type, previous: changes[0]?.data.previous },
      { name, type: 'Float', previous: 1 },
      'variable.changed contains name, type and previous value',
    );
    t.for('LINK-VAR-002').mustEqual(
      changes.map(({ data }) => data.value),
      [3],
      'Of two values in one step, only the last is reported',
    );
    const unchangedGraph = fixtures.createGraph({ start: 'Start', one: set(3) }, ['start.Out > one.In']);
    const rerun = await fixtures.runGraph(unchangedGraph);
    await line.waitForSteps(4);
    const extraEvent = line.findEvent(isVariableChange(id), rerun.from);
    t.for('LINK-VAR-003').must(extraEvent === undefined, 'Writing the same value again emits no event');
  }),

  writtenValue.with({ needs: ['node:GetVariable'] }).audit('read', ['LINK-VAR-004'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const source = await fixtures.createVariable('Float', 7);
    const target = await fixtures.createVariable('Float', 0);
    await line.runCommand('variables.put', { variables: [{ ...source, value: 8 }] });
    const graph = fixtures.createGraph(
      {
        start: 'Start',
        get: ['GetVariable', { Variable: source.name }],
        set: ['SetVariable', { Variable: target.name }],
      },
      ['start.Out > set.In', 'get.Value > set.Value'],
    );
    const { from } = await fixtures.runGraph(graph);
    const event = await line.recordEvent(isVariableChange(target.id), from);
    t.mustEqual(event?.data.value, 8, 'GetVariable returns the last value set');
  }),

  writtenValue.with({ needs: ['node:GetVariable'] }).audit('read-written', ['LINK-VAR-004'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const source = await fixtures.createVariable('Float', 7);
    const [first, second] = [
      await fixtures.createVariable('Float', 0),
      await fixtures.createVariable('Float', 0),
    ];
    const write = (Value: number) => ['SetVariable', { Variable: source.name, Value }] as const;
    const copyTo = ({ name }: { readonly name: string }) => ['SetVariable', { Variable: name }] as const;
    const graph = fixtures.createGraph(
      {
        start: 'Start',
        get: ['GetVariable', { Variable: source.name }],
        ...{ one: write(8), copy: copyTo(first), two: write(9), again: copyTo(second) },
      },
      [
        ...['start.Out > one.In', 'one.Out > copy.In', 'copy.Out > two.In', 'two.Out > again.In'],
        ...['get.Value > copy.Value', 'get.Value > again.Value'],
      ],
    );
    const { from } = await fixtures.runGraph(graph);
    const values: unknown[] = [];
    for (const { id } of [first, second]) {
      const event = await line.recordEvent(isVariableChange(id), from);
      values.push(event?.data.value);
    }
    t.mustEqual(values, [8, 9], 'GetVariable returns what SetVariable wrote before, within one step');
  }),

  writtenValue.audit('converted', ['LINK-VAR-007'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    for (const [type, initial, written, expected] of conversions) {
      const variable = await fixtures.createVariable(type, initial);
      const graph = fixtures.createGraph(
        { start: 'Start', set: ['SetVariable', { Variable: variable.name, Value: written }] },
        ['start.Out > set.In'],
      );
      const { from } = await fixtures.runGraph(graph);
      const event = await line.recordEvent(isVariableChange(variable.id), from);
      t.mustEqual(
        event?.data.value,
        expected,
        `SetVariable converts ${JSON.stringify(written)} to the type ${type} of the variable`,
      );
    }
  }),

  variables.with({ needs: ['event:variable.changed'] }).audit('put', ['LINK-VAR-005'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const from = line.getPosition();
    const variable = await fixtures.createVariable('Float', 1);
    await line.runCommand('variables.put', { variables: [{ ...variable, value: 2 }] });
    await line.waitForSteps(4);
    const event = line.findEvent(isVariableChange(variable.id), from);
    t.must(event === undefined, 'variable.changed does not arrive for a value set by the service');
  }),

  variables
    .with({ needs: ['node:OnVariableChanged', 'node:LogConsole', 'event:console.log'] })
    .audit('noticed', ['LINK-VAR-006'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const variable = await fixtures.createVariable('Float', 1);
      const message = fixtures.createId('message');
      const graph = fixtures.createGraph(
        {
          changed: ['OnVariableChanged', { Variable: variable.name }],
          log: ['LogConsole', { Message: message }],
        },
        ['changed.Out > log.In'],
      );
      await fixtures.runGraph(graph);
      await line.waitForSteps(3);
      const from = line.getPosition();
      await line.runCommand('variables.put', { variables: [{ ...variable, value: 2 }] });
      const event = await line.recordEvent(fixtures.isConsoleLog(message), from);
      t.must(event !== undefined, 'OnVariableChanged fires for a value set by the service');
    }),
];
