import { linkArea } from '../../link/link-audit.ts';
import type { Told } from '../../link/connection.ts';

const written = linkArea('link-variables', 'node:Start', 'node:SetVariable', 'event:variable.changed');
const variables = linkArea('link-variables');

const isChangeOf =
  (id: string) =>
  ({ type, data }: Told): boolean =>
    type === 'variable.changed' && data.id === id;

export const variableAudits = [
  written.audit('written', ['LINK-VAR-001', 'LINK-VAR-002', 'LINK-VAR-003'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const variable = await lab.variable('Float', 1);
    const { id, name } = variable;
    const set = (Value: number) => ['SetVariable', { Variable: name, Value }] as const;
    const graph = lab.sketch({ start: 'Start', one: set(2), two: set(3) }, [
      'start.Out > one.In',
      'one.Out > two.In',
    ]);
    const { from } = await lab.run(graph);
    const told = await line.until(isChangeOf(id), from);
    await line.steps(3);
    const changes = line.events(from).filter(isChangeOf(id));
    for (const change of changes) line.show(change);
    t.of('LINK-VAR-001').must(told !== undefined, 'variable.changed comes for what SetVariable wrote');
    t.of('LINK-VAR-001').mustEqual(
      told && { name: told.data.name, type: told.data.type, previous: changes[0]?.data.previous },
      { name, type: 'Float', previous: 1 },
      'variable.changed tells name, type and the value before',
    );
    t.of('LINK-VAR-002').mustEqual(
      changes.map(({ data }) => data.value),
      [3],
      'Of two values of one step the last is told, once',
    );
    const same = lab.sketch({ start: 'Start', one: set(3) }, ['start.Out > one.In']);
    const again = await lab.run(same);
    await line.steps(4);
    const more = line.events(again.from).find(isChangeOf(id));
    line.show(more);
    t.of('LINK-VAR-003').must(more === undefined, 'A value that is the same again is not told of');
  }),

  written.audit('read', ['LINK-VAR-004'], { needs: ['node:GetVariable'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const source = await lab.variable('Float', 7);
    const target = await lab.variable('Float', 0);
    await line.done('variables.put', { variables: [{ ...source, value: 8 }] });
    const graph = lab.sketch(
      {
        start: 'Start',
        get: ['GetVariable', { Variable: source.name }],
        set: ['SetVariable', { Variable: target.name }],
      },
      ['start.Out > set.In', 'get.Value > set.Value'],
    );
    const { from } = await lab.run(graph);
    const told = await line.until(isChangeOf(target.id), from);
    line.show(told);
    t.mustEqual(told?.data.value, 8, 'GetVariable yields what was put last');
  }),

  variables.audit('put', ['LINK-VAR-005'], { needs: ['event:variable.changed'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const from = line.mark();
    const variable = await lab.variable('Float', 1);
    await line.done('variables.put', { variables: [{ ...variable, value: 2 }] });
    await line.steps(4);
    const told = line.events(from).find(isChangeOf(variable.id));
    line.show(told);
    t.must(told === undefined, 'variable.changed does not come for what the service put');
  }),

  variables.audit(
    'noticed',
    ['LINK-VAR-006'],
    { needs: ['node:OnVariableChanged', 'node:LogConsole', 'event:console.log'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const variable = await lab.variable('Float', 1);
      const message = lab.fresh('message');
      const graph = lab.sketch(
        {
          changed: ['OnVariableChanged', { Variable: variable.name }],
          log: ['LogConsole', { Message: message }],
        },
        ['changed.Out > log.In'],
      );
      await lab.run(graph);
      await line.steps(3);
      const from = line.mark();
      await line.done('variables.put', { variables: [{ ...variable, value: 2 }] });
      const told = await line.until(lab.logOf(message), from);
      line.show(told);
      t.must(told !== undefined, 'OnVariableChanged fires for a value that the service put');
    },
  ),
];
