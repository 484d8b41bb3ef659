import { isHighVolume } from '../../link/contract.ts';
import { isOf, linkArea } from '../../link/link-audit.ts';

const events = linkArea('link-events');
const frames = linkArea('link-events', 'node:OnNewFrame', 'node:LogConsole', 'event:console.log');

/** A step in floating point, and nothing more. */
const tolerance = 1e-6;

export const eventAudits = [
  frames.audit('steps', ['LINK-EVT-007', 'LINK-EVT-008', 'LINK-EVT-009'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const message = lab.fresh('message');
    const graph = lab.sketch(
      {
        frame: 'OnNewFrame',
        one: ['LogConsole', { Message: message }],
        two: ['LogConsole', { Message: message }],
      },
      ['frame.Out > one.In', 'frame.Out > two.In'],
    );
    const { from } = await lab.run(graph);
    const isEntry = lab.logOf(message);
    const first = await line.until(isEntry, from);
    t.of('LINK-EVT-009').must(first !== undefined, 'console.log is raised although nobody asked for it');
    await line.steps(10);
    await lab.stop(graph.graphId);
    const told = line.events(from).filter(isEntry);
    line.show(told[0]);
    line.show(told.at(-1));
    t.given(told.length >= 10, 'entries of several steps', { actual: told.length });

    const split = told.find(({ tick, place }) =>
      told.some((other) => other.tick === tick && other.place !== place),
    );
    line.show(split);
    t.of('LINK-EVT-007').must(split === undefined, 'Both entries of a step come in one message', {
      actual: split && `those of tick ${String(split.tick)} came in several`,
    });

    const odd = told.find(({ tick, time }, index) => {
      const before = told[index - 1];
      if (!before) return false;
      const steps = Number(tick) - Number(before.tick);
      const due = steps / t.can.stepsPerSecond;
      return !(Math.abs(Number(time) - Number(before.time) - due) <= tolerance * Math.max(1, Number(time)));
    });
    line.show(odd);
    t.of('LINK-EVT-008').must(odd === undefined, 'The time of events grows by 1 / stepsPerSecond a step', {
      expected: 1 / t.can.stepsPerSecond,
      actual: odd && told.slice(Math.max(0, told.indexOf(odd) - 1), told.indexOf(odd) + 1),
    });
  }),

  events.audit(
    'claimed-kinds',
    ['LINK-EVT-004'],
    { needs: ['node:Start', 'event:graph.running'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const graph = lab.sketch({ start: 'Start' });
      const { from } = await lab.run(graph);
      const running = await line.until(isOf('graph.running', graph.graphId), from);
      line.show(running);
      t.must(running !== undefined, 'graph.running, which hello names, is raised');
    },
  ),

  ...(['node.executing', 'ports.updated'] as const).map((kind) =>
    events.audit(
      kind.replace('.', '-'),
      ['LINK-EVT-010'],
      { needs: ['node:OnNewFrame', 'node:LogConsole', `event:${kind}`] },
      async (t) => {
        const line = await t.line();
        const lab = t.lab(line);
        t.given(isHighVolume(kind), `${kind} is of high volume`);
        await lab.listen(kind);
        const graph = lab.sketch({ frame: 'OnNewFrame', log: ['LogConsole', { Message: 'tick' }] }, [
          'frame.Out > log.In',
        ]);
        const { from } = await lab.run(graph);
        const told = await line.until(isOf(kind, graph.graphId), from);
        line.show(told);
        t.must(told !== undefined, `${kind} is raised once events.interest names it`);
      },
    ),
  ),

  events.audit(
    'nesting',
    ['LINK-EVT-011'],
    { needs: ['node:Start', 'node:Branch', 'node:LogConsole', 'event:node.executing', 'event:node.done'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      await lab.listen('node.executing', 'node.done');
      const graph = lab.sketch(
        {
          start: 'Start',
          branch: ['Branch', { Condition: true }],
          one: ['LogConsole', { Message: 'one' }],
          two: ['LogConsole', { Message: 'two' }],
        },
        ['start.Out > branch.In', 'branch.True > one.In', 'one.Out > two.In'],
      );
      const { from } = await lab.run(graph);
      const own = ({ type, data }: { type: unknown; data: { graphId?: unknown } }): boolean =>
        (type === 'node.executing' || type === 'node.done') && data.graphId === graph.graphId;
      await line.awaited((event) => own(event) && event.type === 'node.done', from, 'node.done is raised');
      await line.steps(3);
      const open: unknown[] = [];
      let odd: unknown;
      for (const event of line.events(from).filter(own)) {
        line.show(event);
        if (event.type === 'node.executing') open.push(event.data.nodeId);
        else if (open.pop() !== event.data.nodeId) odd ??= event.data;
      }
      t.must(odd === undefined, 'node.done closes the node that began last', { actual: odd });
      t.mustEqual(open, [], 'Every node that began is done');
    },
  ),
];
