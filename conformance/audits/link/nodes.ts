import { linkArea } from '../../link/link-audit.ts';

const nodes = linkArea('link-nodes', 'node:Start', 'node:LogConsole', 'event:console.log');
const delays = linkArea('link-nodes', 'node:Start', 'node:LogConsole', 'event:console.log', 'node:Delay');
const sums = linkArea('link-nodes', 'node:Start', 'node:Add', 'node:SetVariable', 'event:variable.changed');

const rounding = 1e-6;

export const nodeAudits = [
  nodes.audit('branch', ['LINK-NODE-001'], { needs: ['node:Branch'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    for (const condition of [true, false]) {
      const [yes, no] = [lab.fresh('true'), lab.fresh('false')];
      const graph = lab.sketch(
        {
          start: 'Start',
          branch: ['Branch', { Condition: condition }],
          yes: ['LogConsole', { Message: yes }],
          no: ['LogConsole', { Message: no }],
        },
        ['start.Out > branch.In', 'branch.True > yes.In', 'branch.False > no.In'],
      );
      const { from } = await lab.run(graph);
      await line.steps(4);
      const told = line.events(from).filter((event) => [yes, no].some((text) => lab.logOf(text)(event)));
      for (const event of told) line.show(event);
      t.mustEqual(
        told.map(({ data }) => data.message === yes),
        [condition],
        `Branch with the Condition ${condition} goes on at ${condition ? 'True' : 'False'}`,
      );
    }
  }),

  sums.audit('add', ['LINK-NODE-002'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const variable = await lab.variable('Float', 0);
    const graph = lab.sketch(
      { start: 'Start', add: ['Add', { A: 2.5, B: -4 }], set: ['SetVariable', { Variable: variable.name }] },
      ['start.Out > set.In', 'add.Result > set.Value'],
    );
    const { from } = await lab.run(graph);
    const told = await line.until(
      ({ type, data }) => type === 'variable.changed' && data.id === variable.id,
      from,
    );
    line.show(told);
    t.mustEqual(told?.data.value, -1.5, 'Add of 2.5 and -4 yields -1.5');
  }),

  nodes.audit('fan-out', ['LINK-NODE-003'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const texts = ['first', 'behind-first', 'second', 'third'].map((name) => lab.fresh(name));
    const [first, behind, second, third] = texts;
    const graph = lab.sketch(
      {
        third: ['LogConsole', { Message: third }],
        second: ['LogConsole', { Message: second }],
        start: 'Start',
        first: ['LogConsole', { Message: first }],
        behind: ['LogConsole', { Message: behind }],
      },
      ['start.Out > first.In', 'start.Out > second.In', 'first.Out > behind.In', 'start.Out > third.In'],
    );
    const { from } = await lab.run(graph);
    await line.steps(4);
    const told = line.events(from).filter(({ data }) => texts.includes(String(data.message)));
    for (const event of told) line.show(event);
    t.mustEqual(
      told.map(({ data }) => data.message),
      texts,
      'Each branch comes to its end before the next one begins',
    );
  }),

  nodes.audit('disabled', ['LINK-NODE-004'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const build = (disabled: Readonly<Record<string, readonly string[]>>) => {
      const message = lab.fresh('message');
      const wires = ['start.Out > log.In'];
      const log = ['LogConsole', { Message: message }] as const;
      return { message, graph: lab.sketch({ start: 'Start', log }, wires, { disabled }) };
    };
    const enabled = build({});
    const { from } = await lab.run(enabled.graph);
    await line.awaited(lab.logOf(enabled.message), from, 'Start fires');
    const cases: readonly Readonly<Record<string, readonly string[]>>[] = [
      { start: ['out.Out'] },
      { log: ['in.In'] },
    ];
    for (const disabled of cases) {
      const { message, graph } = build(disabled);
      const started = await lab.run(graph);
      await line.steps(4);
      const told = line.events(started.from).find(lab.logOf(message));
      line.show(told);
      t.must(told === undefined, `Nothing goes through a port that is disabled: ${JSON.stringify(disabled)}`);
    }
  }),

  delays.audit('delay', ['LINK-NODE-005', 'LINK-NODE-006'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    for (const steps of [1, 6, 15]) {
      const [begun, done] = [lab.fresh('begun'), lab.fresh('done')];
      const duration = (steps - 0.5) / t.can.stepsPerSecond;
      const graph = lab.sketch(
        {
          start: 'Start',
          begun: ['LogConsole', { Message: begun }],
          delay: ['Delay', { Duration: duration }],
          done: ['LogConsole', { Message: done }],
        },
        ['start.Out > begun.In', 'begun.Out > delay.In', 'delay.Done > done.In'],
      );
      const { from } = await lab.run(graph);
      const first = await line.awaited(lab.logOf(begun), from, 'Start fires');
      const last = await line.until(lab.logOf(done), from);
      line.show(first);
      line.show(last);
      t.of('LINK-NODE-005').must(last !== undefined, 'Delay goes on at Done');
      if (!last) return;
      t.of('LINK-NODE-005').must(
        Number(last.time) - Number(first.time) >= duration - rounding,
        `Delay of ${duration} s takes that long in simulated time`,
        { actual: Number(last.time) - Number(first.time) },
      );
      await line.steps(3);
      t.of('LINK-NODE-005').mustEqual(line.events(from).filter(lab.logOf(done)).length, 1, 'Done fires once');
      t.of('LINK-NODE-006').should(
        Number(last.tick) - Number(first.tick) === steps,
        `Delay of ${duration} s goes on ${steps} steps later`,
        { expected: steps, actual: Number(last.tick) - Number(first.tick) },
      );
    }
  }),

  delays.audit('delay-stopped', ['LINK-NODE-007'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const [begun, done] = [lab.fresh('begun'), lab.fresh('done')];
    const graph = lab.sketch(
      {
        start: 'Start',
        begun: ['LogConsole', { Message: begun }],
        delay: ['Delay', { Duration: 15 / t.can.stepsPerSecond }],
        done: ['LogConsole', { Message: done }],
      },
      ['start.Out > begun.In', 'begun.Out > delay.In', 'delay.Done > done.In'],
    );
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(begun), from, 'Start fires');
    await lab.stop(graph.graphId);
    await line.steps(20);
    const late = line.events(from).find(lab.logOf(done));
    if (!late) {
      const again = await lab.run(graph);
      const due = await line.until(lab.logOf(done), again.from);
      t.given(due !== undefined, 'a Delay that ends when its graph runs on');
    }
    line.show(late);
    t.must(late === undefined, 'A Delay whose graph was stopped does not go on');
  }),
];
