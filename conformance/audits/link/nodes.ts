import { defineLinkAuditArea } from '../../link/link-audit.ts';

const nodes = defineLinkAuditArea('link-nodes', 'node:Start', 'node:LogConsole', 'event:console.log');
const delays = defineLinkAuditArea(
  'link-nodes',
  'node:Start',
  'node:LogConsole',
  'event:console.log',
  'node:Delay',
);
const nodeExecution = defineLinkAuditArea(
  'link-nodes',
  'node:Start',
  'node:Add',
  'node:SetVariable',
  'event:variable.changed',
);

const ownNodes = defineLinkAuditArea('link-nodes');

const roundingTolerance = 1e-6;

export const nodeAudits = [
  nodes.with({ needs: ['node:Branch'] }).audit('branch', ['LINK-NODE-001'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    for (const condition of [true, false]) {
      const [whenTrue, whenFalse] = [fixtures.createId('true'), fixtures.createId('false')];
      const graph = fixtures.createGraph(
        {
          start: 'Start',
          branch: ['Branch', { Condition: condition }],
          yes: ['LogConsole', { Message: whenTrue }],
          no: ['LogConsole', { Message: whenFalse }],
        },
        ['start.Out > branch.In', 'branch.True > yes.In', 'branch.False > no.In'],
      );
      const { from } = await fixtures.runGraph(graph);
      await line.waitForSteps(4);
      const events = line
        .events(from)
        .filter((event) => [whenTrue, whenFalse].some((text) => fixtures.isConsoleLog(text)(event)));
      for (const event of events) line.recordMessage(event);
      t.mustEqual(
        events.map(({ data }) => data.message === whenTrue),
        [condition],
        `Branch with the Condition ${condition} continues at ${condition ? 'True' : 'False'}`,
      );
    }
  }),

  nodeExecution.audit('add', ['LINK-NODE-002'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const variable = await fixtures.createVariable('Float', 0);
    const graph = fixtures.createGraph(
      { start: 'Start', add: ['Add', { A: 2.5, B: -4 }], set: ['SetVariable', { Variable: variable.name }] },
      ['start.Out > set.In', 'add.Result > set.Value'],
    );
    const { from } = await fixtures.runGraph(graph);
    const event = await line.recordEvent(
      ({ type, data }) => type === 'variable.changed' && data.id === variable.id,
      from,
    );
    t.mustEqual(event?.data.value, -1.5, 'Add of 2.5 and -4 returns -1.5');
  }),

  nodes.audit('fan-out', ['LINK-NODE-003'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const texts = ['first', 'behind-first', 'second', 'third'].map((name) => fixtures.createId(name));
    const [first, afterFirst, second, third] = texts;
    const graph = fixtures.createGraph(
      {
        third: ['LogConsole', { Message: third }],
        second: ['LogConsole', { Message: second }],
        start: 'Start',
        first: ['LogConsole', { Message: first }],
        behind: ['LogConsole', { Message: afterFirst }],
      },
      ['start.Out > first.In', 'start.Out > second.In', 'first.Out > behind.In', 'start.Out > third.In'],
    );
    const { from } = await fixtures.runGraph(graph);
    await line.waitForSteps(4);
    const events = line.events(from).filter(({ data }) => texts.includes(String(data.message)));
    for (const event of events) line.recordMessage(event);
    t.mustEqual(
      events.map(({ data }) => data.message),
      texts,
      'Each branch finishes before the next one begins',
    );
  }),

  nodes.audit('disabled', ['LINK-NODE-004'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const build = (disabled: Readonly<Record<string, readonly string[]>>) => {
      const message = fixtures.createId('message');
      const connections = ['start.Out > log.In'];
      const log = ['LogConsole', { Message: message }] as const;
      return { message, graph: fixtures.createGraph({ start: 'Start', log }, connections, { disabled }) };
    };
    const enabled = build({});
    const { from } = await fixtures.runGraph(enabled.graph);
    await line.givenEvent(fixtures.isConsoleLog(enabled.message), from, 'Start fires');
    const cases: readonly Readonly<Record<string, readonly string[]>>[] = [
      { start: ['out.Out'] },
      { log: ['in.In'] },
    ];
    for (const disabled of cases) {
      const { message, graph } = build(disabled);
      const started = await fixtures.runGraph(graph);
      await line.waitForSteps(4);
      const event = line.findEvent(fixtures.isConsoleLog(message), started.from);
      t.must(event === undefined, `Nothing passes through a disabled port: ${JSON.stringify(disabled)}`);
    }
  }),

  delays.audit('delay', ['LINK-NODE-005', 'LINK-NODE-006'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    for (const steps of [1, 6, 15]) {
      const duration = (steps - 0.5) / t.capabilities.stepsPerSecond;
      const { graph, hasBegun, isDone } = fixtures.createDelayGraph(duration);
      const { from } = await fixtures.runGraph(graph);
      const first = await line.givenEvent(hasBegun, from, 'Start fires');
      line.recordMessage(first);
      const last = await line.recordEvent(isDone, from);
      t.for('LINK-NODE-005').must(last !== undefined, 'Delay continues at Done');
      if (!last) return;
      t.for('LINK-NODE-005').must(
        Number(last.time) - Number(first.time) >= duration - roundingTolerance,
        `Delay of ${duration} s takes that long in simulated time`,
        { actual: Number(last.time) - Number(first.time) },
      );
      await line.waitForSteps(3);
      t.for('LINK-NODE-005').mustEqual(line.events(from).filter(isDone).length, 1, 'Done fires once');
      t.for('LINK-NODE-006').should(
        Number(last.tick) - Number(first.tick) === steps,
        `Delay of ${duration} s continues ${steps} steps later`,
        { expected: steps, actual: Number(last.tick) - Number(first.tick) },
      );
    }
  }),

  delays.audit('delay-stopped', ['LINK-NODE-007'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graph, hasBegun, isDone } = fixtures.createDelayGraph(15 / t.capabilities.stepsPerSecond);
    const { from } = await fixtures.runGraph(graph);
    await line.givenEvent(hasBegun, from, 'Start fires');
    await fixtures.stopGraph(graph.graphId);
    await line.waitForSteps(20);
    const lateEvent = line.events(from).find(isDone);
    if (!lateEvent) {
      const rerun = await fixtures.runGraph(graph);
      const event = await line.waitForEvent(isDone, rerun.from);
      t.given(event !== undefined, 'a Delay that ends while its graph runs');
    }
    line.recordMessage(lateEvent);
    t.must(lateEvent === undefined, 'A Delay does not continue after its graph was stopped');
  }),

  ownNodes.audit('own-types', ['LINK-NODE-008'], async (t) => {
    const { nodeTypes } = t.capabilities.own;
    if (nodeTypes.length === 0) t.notApplicable('The runtime declares no node types of its own');
    const { line, fixtures } = await t.connectWithFixtures();
    for (const type of nodeTypes) {
      const graph = fixtures.createGraph({ own: type });
      const { error } = await line.sendCommand('graph.load', { graph });
      await line.sendCommand('graph.unload', { graphId: graph.graphId });
      t.must(error === undefined, `A graph with a node of the type ${type} is loaded`, { actual: error });
    }
  }),
];
