import { isHighVolume } from '../../link/link-schemas.ts';
import { isEventAbout, defineLinkAuditArea } from '../../link/link-audit.ts';

const events = defineLinkAuditArea('link-events');
const frameGraph = defineLinkAuditArea(
  'link-events',
  'node:OnNewFrame',
  'node:LogConsole',
  'event:console.log',
);

/** Allows for rounding in floating point only. */
const timeTolerance = 1e-6;

export const eventAudits = [
  frameGraph.audit('steps', ['LINK-EVT-007', 'LINK-EVT-008', 'LINK-EVT-009'], async (t) => {
    const line = await t.connect();
    const lab = t.createFixtures(line);
    const message = lab.createId('message');
    const graph = lab.createGraph(
      {
        frame: 'OnNewFrame',
        one: ['LogConsole', { Message: message }],
        two: ['LogConsole', { Message: message }],
      },
      ['frame.Out > one.In', 'frame.Out > two.In'],
    );
    const { from } = await lab.runGraph(graph);
    const isEntry = lab.isConsoleLog(message);
    const first = await line.waitForEvent(isEntry, from);
    t.for('LINK-EVT-009').must(first !== undefined, 'console.log is emitted although nobody subscribed');
    await line.waitForSteps(10);
    await lab.stopGraph(graph.graphId);
    const told = line.events(from).filter(isEntry);
    line.recordMessage(told[0]);
    line.recordMessage(told.at(-1));
    t.given(told.length >= 10, 'entries of several steps', { actual: told.length });

    const split = told.find(({ tick, messageIndex }) =>
      told.some((other) => other.tick === tick && other.messageIndex !== messageIndex),
    );
    line.recordMessage(split);
    t.for('LINK-EVT-007').must(split === undefined, 'Both entries of a step arrive in one message', {
      actual: split && `those of tick ${String(split.tick)} arrived in several`,
    });

    const odd = told.find(({ tick, time }, index) => {
      const before = told[index - 1];
      if (!before) return false;
      const steps = Number(tick) - Number(before.tick);
      const due = steps / t.capabilities.stepsPerSecond;
      return !(
        Math.abs(Number(time) - Number(before.time) - due) <=
        timeTolerance * Math.max(1, Number(time))
      );
    });
    line.recordMessage(odd);
    t.for('LINK-EVT-008').must(odd === undefined, 'The time of events grows by 1 / stepsPerSecond per step', {
      expected: 1 / t.capabilities.stepsPerSecond,
      actual: odd && told.slice(Math.max(0, told.indexOf(odd) - 1), told.indexOf(odd) + 1),
    });
  }),

  events.audit(
    'claimed-kinds',
    ['LINK-EVT-004'],
    { needs: ['node:Start', 'event:graph.running'] },
    async (t) => {
      const line = await t.connect();
      const lab = t.createFixtures(line);
      const graph = lab.createGraph({ start: 'Start' });
      const { from } = await lab.runGraph(graph);
      const running = await line.waitForEvent(isEventAbout('graph.running', graph.graphId), from);
      line.recordMessage(running);
      t.must(running !== undefined, 'graph.running, which hello lists, is emitted');
    },
  ),

  ...(['node.executing', 'ports.updated'] as const).map((kind) =>
    events.audit(
      kind.replace('.', '-'),
      ['LINK-EVT-010'],
      { needs: ['node:OnNewFrame', 'node:LogConsole', `event:${kind}`] },
      async (t) => {
        const line = await t.connect();
        const lab = t.createFixtures(line);
        t.given(isHighVolume(kind), `${kind} is high-volume`);
        await lab.setEventInterest(kind);
        const graph = lab.createGraph({ frame: 'OnNewFrame', log: ['LogConsole', { Message: 'tick' }] }, [
          'frame.Out > log.In',
        ]);
        const { from } = await lab.runGraph(graph);
        const told = await line.waitForEvent(isEventAbout(kind, graph.graphId), from);
        line.recordMessage(told);
        t.must(told !== undefined, `${kind} is emitted once events.interest lists it`);
      },
    ),
  ),

  events.audit(
    'nesting',
    ['LINK-EVT-011'],
    { needs: ['node:Start', 'node:Branch', 'node:LogConsole', 'event:node.executing', 'event:node.done'] },
    async (t) => {
      const line = await t.connect();
      const lab = t.createFixtures(line);
      await lab.setEventInterest('node.executing', 'node.done');
      const graph = lab.createGraph(
        {
          start: 'Start',
          branch: ['Branch', { Condition: true }],
          one: ['LogConsole', { Message: 'one' }],
          two: ['LogConsole', { Message: 'two' }],
        },
        ['start.Out > branch.In', 'branch.True > one.In', 'one.Out > two.In'],
      );
      const { from } = await lab.runGraph(graph);
      const own = ({ type, data }: { type: unknown; data: { graphId?: unknown } }): boolean =>
        (type === 'node.executing' || type === 'node.done') && data.graphId === graph.graphId;
      await line.givenEvent(
        (event) => own(event) && event.type === 'node.done',
        from,
        'node.done is emitted',
      );
      await line.waitForSteps(3);
      const open: unknown[] = [];
      let odd: unknown;
      for (const event of line.events(from).filter(own)) {
        line.recordMessage(event);
        if (event.type === 'node.executing') open.push(event.data.nodeId);
        else if (open.pop() !== event.data.nodeId) odd ??= event.data;
      }
      t.must(odd === undefined, 'node.done ends the node that started last', { actual: odd });
      t.mustEqual(open, [], 'Every node that started is done');
    },
  ),
];
