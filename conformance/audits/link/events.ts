import { isHighVolume } from '../../link/link-schemas.ts';
import { isEventAbout, defineLinkAuditArea } from '../../link/link-audit.ts';

const events = defineLinkAuditArea('link-events');
const frameGraph = defineLinkAuditArea(
  'link-events',
  'node:OnNewFrame',
  'node:LogConsole',
  'event:console.log',
);

/** Allows only for floating-point rounding. */
const timeTolerance = 1e-6;

export const eventAudits = [
  frameGraph.audit('steps', ['LINK-EVT-007', 'LINK-EVT-008', 'LINK-EVT-009'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const message = fixtures.createId('message');
    const graph = fixtures.createGraph(
      {
        frame: 'OnNewFrame',
        one: ['LogConsole', { Message: message }],
        two: ['LogConsole', { Message: message }],
      },
      ['frame.Out > one.In', 'frame.Out > two.In'],
    );
    const { from } = await fixtures.runGraph(graph);
    const isLogEvent = fixtures.isConsoleLog(message);
    const first = await line.waitForEvent(isLogEvent, from);
    t.for('LINK-EVT-009').must(first !== undefined, 'console.log is emitted although nobody subscribed');
    await line.waitForSteps(10);
    await fixtures.stopGraph(graph.graphId);
    const logEvents = line.events(from).filter(isLogEvent);
    line.recordMessage(logEvents[0]);
    line.recordMessage(logEvents.at(-1));
    t.given(logEvents.length >= 10, 'entries of several steps', { actual: logEvents.length });

    const split = logEvents.find(({ tick, messageIndex }) =>
      logEvents.some((other) => other.tick === tick && other.messageIndex !== messageIndex),
    );
    line.recordMessage(split);
    t.for('LINK-EVT-007').must(split === undefined, 'Both entries of a step arrive in one message', {
      actual: split && `those of tick ${String(split.tick)} arrived in several`,
    });

    const outOfOrder = logEvents.find(({ tick, time }, index) => {
      const before = logEvents[index - 1];
      if (!before) return false;
      const steps = Number(tick) - Number(before.tick);
      const dueSeconds = steps / t.capabilities.stepsPerSecond;
      return !(
        Math.abs(Number(time) - Number(before.time) - dueSeconds) <=
        timeTolerance * Math.max(1, Number(time))
      );
    });
    line.recordMessage(outOfOrder);
    t.for('LINK-EVT-008').must(
      outOfOrder === undefined,
      'The time of events grows by 1 / stepsPerSecond per step',
      {
        expected: 1 / t.capabilities.stepsPerSecond,
        actual:
          outOfOrder &&
          logEvents.slice(Math.max(0, logEvents.indexOf(outOfOrder) - 1), logEvents.indexOf(outOfOrder) + 1),
      },
    );
  }),

  events
    .with({ needs: ['node:Start', 'event:graph.running'] })
    .audit('claimed-kinds', ['LINK-EVT-004'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const graph = fixtures.createGraph({ start: 'Start' });
      const { from } = await fixtures.runGraph(graph);
      const running = await line.recordEvent(isEventAbout('graph.running', graph.graphId), from);
      t.must(running !== undefined, 'graph.running, which hello lists, is emitted');
    }),

  ...(['node.executing', 'ports.updated'] as const).map((kind) =>
    events
      .with({ needs: ['node:OnNewFrame', 'node:LogConsole', `event:${kind}`] })
      .audit(kind.replace('.', '-'), ['LINK-EVT-010'], async (t) => {
        const { line, fixtures } = await t.connectWithFixtures();
        t.given(isHighVolume(kind), `${kind} is high-volume`);
        await fixtures.setEventInterest(kind);
        const graph = fixtures.createGraph(
          { frame: 'OnNewFrame', log: ['LogConsole', { Message: 'tick' }] },
          ['frame.Out > log.In'],
        );
        const { from } = await fixtures.runGraph(graph);
        const event = await line.recordEvent(isEventAbout(kind, graph.graphId), from);
        t.must(event !== undefined, `${kind} is emitted once events.interest lists it`);
      }),
  ),

  events
    .with({
      needs: ['node:Start', 'node:Branch', 'node:LogConsole', 'event:node.executing', 'event:node.done'],
    })
    .audit('nesting', ['LINK-EVT-011'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      await fixtures.setEventInterest('node.executing', 'node.done');
      const graph = fixtures.createGraph(
        {
          start: 'Start',
          branch: ['Branch', { Condition: true }],
          one: ['LogConsole', { Message: 'one' }],
          two: ['LogConsole', { Message: 'two' }],
        },
        ['start.Out > branch.In', 'branch.True > one.In', 'one.Out > two.In'],
      );
      const { from } = await fixtures.runGraph(graph);
      const isOwnEvent = ({ type, data }: { type: unknown; data: { graphId?: unknown } }): boolean =>
        (type === 'node.executing' || type === 'node.done') && data.graphId === graph.graphId;
      await line.givenEvent(
        (event) => isOwnEvent(event) && event.type === 'node.done',
        from,
        'node.done is emitted',
      );
      await line.waitForSteps(3);
      const open: unknown[] = [];
      let mismatch: unknown;
      for (const event of line.events(from).filter(isOwnEvent)) {
        line.recordMessage(event);
        if (event.type === 'node.executing') open.push(event.data.nodeId);
        else if (open.pop() !== event.data.nodeId) mismatch ??= event.data;
      }
      t.must(mismatch === undefined, 'node.done ends the node that started last', { actual: mismatch });
      t.mustEqual(open, [], 'Every node that started is done');
    }),
];
