import { isRecord, recordsOf } from '../../json.ts';
import { isOf, linkArea } from '../../link/link-audit.ts';
import { refusalOf } from './commands.ts';

const graphs = linkArea('link-graphs');
const logging = linkArea('link-graphs', 'node:Start', 'node:LogConsole', 'event:console.log');
const frames = linkArea('link-graphs', 'node:OnNewFrame', 'node:LogConsole', 'event:console.log');

/** So many steps show that nothing comes. */
const quietSteps = 6;

export const graphAudits = [
  logging.audit('start', ['LINK-GRAPH-001', 'LINK-GRAPH-015'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('Start');
    const isEntry = lab.logOf(message);
    const loaded = line.mark();
    await lab.load(graph);
    await line.steps(quietSteps);
    const early = line
      .events(loaded)
      .find((event) => isEntry(event) || isOf('graph.running', graph.graphId)(event));
    line.show(early);
    t.of('LINK-GRAPH-015').must(early === undefined, 'A graph that is only loaded does nothing', {
      actual: early,
    });
    const { result, sentAt } = await line.done('graph.run', { graphId: graph.graphId });
    const entry = await line.until(isEntry, sentAt);
    line.show(entry);
    t.of('LINK-GRAPH-001').mustEqual(
      entry?.tick,
      result.tick,
      'Start fires in the step that graph.run is stamped with',
    );
  }),

  logging.audit('running', ['LINK-GRAPH-002'], { needs: ['event:graph.running'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('Start');
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(message), from, 'Start fires');
    const told = line.events(from);
    const running = told.findIndex(isOf('graph.running', graph.graphId));
    line.show(told[running]);
    t.must(running >= 0, 'graph.running is told of a graph that starts');
    t.mustEqual(told[running]?.data.name, graph.name, 'graph.running tells the name of the graph');
    t.must(running < told.findIndex(lab.logOf(message)), 'graph.running comes before what the nodes do');
  }),

  frames.audit('frames', ['LINK-GRAPH-003', 'LINK-GRAPH-004'], { needs: ['node:Start'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const [start, frame] = [lab.fresh('start'), lab.fresh('frame')];
    const graph = lab.sketch(
      {
        frame: 'OnNewFrame',
        each: ['LogConsole', { Message: frame }],
        start: 'Start',
        once: ['LogConsole', { Message: start }],
      },
      ['frame.Out > each.In', 'start.Out > once.In'],
    );
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(frame), from, 'OnNewFrame fires');
    await line.steps(10);
    await lab.stop(graph.graphId);
    const told = line.events(from);
    const starts = told.filter(lab.logOf(start));
    const all = told.filter(lab.logOf(frame));
    line.show(starts[0]);
    line.show(all[0]);
    t.of('LINK-GRAPH-003').mustEqual(starts.length, 1, 'Start fires once');
    const [first] = starts;
    const [firstFrame] = all;
    t.of('LINK-GRAPH-003').must(
      first !== undefined && firstFrame !== undefined && told.indexOf(first) < told.indexOf(firstFrame),
      'Start fires before the first OnNewFrame',
    );
    t.of('LINK-GRAPH-003').mustEqual(
      firstFrame?.tick,
      first?.tick,
      'The first OnNewFrame fires in the step of Start',
    );
    const ticks = all.map(({ tick }) => Number(tick));
    const hole = ticks.findIndex((tick, index) => index > 0 && tick !== (ticks[index - 1] ?? 0) + 1);
    t.of('LINK-GRAPH-004').must(hole < 0, 'OnNewFrame fires once in every step', {
      actual: hole < 0 ? undefined : ticks.slice(hole - 1, hole + 1),
    });
  }),

  logging.audit('run-again', ['LINK-GRAPH-005'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('Start');
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(message), from, 'Start fires');
    const { result, sentAt } = await line.ask('graph.run', { graphId: graph.graphId });
    t.must(result !== undefined, 'To run a graph that runs succeeds');
    await line.steps(quietSteps);
    const again = line
      .events(sentAt)
      .find((event) => lab.logOf(message)(event) || [event.data.graphId].includes(graph.graphId));
    line.show(again);
    t.must(again === undefined, 'A graph that runs and is told to run does nothing by that', {
      actual: again,
    });
  }),

  frames.audit('stop', ['LINK-GRAPH-006', 'LINK-GRAPH-007'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('OnNewFrame');
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(message), from, 'OnNewFrame fires');
    const { heard } = await line.done('graph.stop', { graphId: graph.graphId });
    await line.steps(quietSteps);
    const late = line.events((heard?.place ?? 0) + 1).find(lab.logOf(message));
    line.show(late);
    t.of('LINK-GRAPH-006').must(
      late === undefined,
      'Nothing comes of a graph behind the answer to graph.stop',
      {
        actual: late,
      },
    );
    if (!t.can.events.has('graph.stopped')) return;
    const stopped = line.events(from).filter(isOf('graph.stopped', graph.graphId));
    line.show(stopped[0]);
    t.of('LINK-GRAPH-007').mustEqual(
      stopped.map(({ data: { name, reason } }) => ({ name, reason })),
      [{ name: graph.name, reason: 'explicit' }],
      'graph.stopped comes once, with name and reason',
    );
  }),

  logging.audit('anew', ['LINK-GRAPH-008'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('Start');
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(message), from, 'Start fires');
    await lab.stop(graph.graphId);
    const { sentAt } = await line.done('graph.run', { graphId: graph.graphId });
    const again = await line.until(lab.logOf(message), sentAt);
    line.show(again);
    t.must(again !== undefined, 'Start fires again when a graph that was stopped is run');
  }),

  logging.audit('replace', ['LINK-GRAPH-009'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const [old, fresh] = [lab.fresh('old'), lab.fresh('new')];
    const wires = ['start.Out > log.In'];
    const first = lab.sketch({ start: 'Start', log: ['LogConsole', { Message: old }] }, wires);
    const { graphId } = first;
    await lab.load(first);
    const { from } = await lab.run(
      lab.sketch({ start: 'Start', log: ['LogConsole', { Message: fresh }] }, wires, { graphId }),
    );
    const entry = await line.until((event) => [old, fresh].some((text) => lab.logOf(text)(event)), from);
    line.show(entry);
    t.mustEqual(entry?.data.message, fresh, 'What was loaded last is what runs');
  }),

  frames.audit('reload', ['LINK-GRAPH-010'], { needs: ['node:Start'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const [old, fresh, start] = [lab.fresh('old'), lab.fresh('new'), lab.fresh('start')];
    const wires = ['frame.Out > log.In', 'start.Out > once.In'];
    const nodesWith = (message: string) => ({
      frame: 'OnNewFrame',
      log: ['LogConsole', { Message: message }] as const,
      start: 'Start',
      once: ['LogConsole', { Message: start }] as const,
    });
    const first = lab.sketch(nodesWith(old), wires);
    const { graphId } = first;
    const { from } = await lab.run(first);
    await line.awaited(lab.logOf(old), from, 'OnNewFrame fires');
    const next = lab.sketch(nodesWith(fresh), wires, { graphId });
    const { heard, sentAt } = await line.done('graph.load', { graph: next });
    const place = (heard?.place ?? 0) + 1;
    const entry = await line.until(lab.logOf(fresh), place);
    line.show(entry);
    t.must(entry !== undefined, 'The new graph runs on');
    await line.steps(quietSteps);
    const told = line.events(place);
    t.must(!told.some(lab.logOf(old)), 'Nothing more comes of the old graph');
    const restarted = line
      .events(sentAt)
      .find(
        (event) =>
          lab.logOf(start)(event) ||
          isOf('graph.running', graphId)(event) ||
          isOf('graph.stopped', graphId)(event),
      );
    line.show(restarted);
    t.must(restarted === undefined, 'A graph that is loaded anew neither stops nor starts', {
      actual: restarted,
    });
  }),

  frames.audit('unload', ['LINK-GRAPH-011'], { needs: ['event:graph.stopped'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const { message, graph } = lab.logging('OnNewFrame');
    const { graphId } = graph;
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(message), from, 'OnNewFrame fires');
    const { heard } = await line.done('graph.unload', { graphId });
    await line.steps(quietSteps);
    const stopped = line.events(from).filter(isOf('graph.stopped', graphId));
    line.show(stopped[0]);
    t.mustEqual(
      stopped.map(({ data: { reason } }) => reason),
      ['unloaded'],
      'graph.stopped comes once, with the reason unloaded',
    );
    t.must(
      !line.events((heard?.place ?? 0) + 1).some(lab.logOf(message)),
      'Nothing comes of a graph behind the answer to graph.unload',
    );
  }),

  graphs.audit('not-loaded', ['LINK-GRAPH-012'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const graph = lab.sketch({});
    await lab.load(graph);
    const { graphId } = graph;
    const known = await line.ask('graph.flush', { graphId });
    t.given(known.result !== undefined, 'a graph that is loaded can be flushed');
    await line.done('graph.unload', { graphId });
    for (const method of ['graph.run', 'graph.flush'] as const)
      t.mustEqual(
        refusalOf(await line.ask(method, { graphId })),
        'GRAPH_NOT_SYNCED',
        `${method} of a graph that is not loaded is refused`,
      );
  }),

  graphs.audit('unknown-type', ['LINK-GRAPH-013'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const graph = lab.sketch({ none: 'ConformanceNothing' });
    const { result, error } = await line.ask('graph.load', { graph });
    t.must(
      result === undefined && error !== undefined,
      'A graph with a node type that is not there is refused',
    );
    const run = await line.ask('graph.run', { graphId: graph.graphId });
    t.mustEqual(refusalOf(run), 'GRAPH_NOT_SYNCED', 'A graph that was refused is not loaded');
  }),

  logging.audit('refused-in-place', ['LINK-GRAPH-018'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const message = lab.fresh('message');
    const log = ['LogConsole', { Message: message }] as const;
    const graph = lab.sketch({ start: 'Start', log }, ['start.Out > log.In']);
    const { graphId } = graph;
    await lab.load(graph);
    const { error } = await line.ask('graph.load', {
      graph: lab.sketch({ none: 'ConformanceNothing' }, [], { graphId }),
    });
    t.given(error !== undefined, 'a graph with an unknown node type is refused');
    const { sentAt, result } = await line.ask('graph.run', { graphId });
    t.must(result !== undefined, 'What was loaded before can be run');
    const entry = await line.until(lab.logOf(message), sentAt);
    line.show(entry);
    t.must(entry !== undefined, 'What was loaded before is what runs');
  }),

  logging.audit('waits-on', ['LINK-GRAPH-019'], { needs: ['node:Delay'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const [begun, done] = [lab.fresh('begun'), lab.fresh('done')];
    const nodesWith = (more: Readonly<Record<string, string>>) => ({
      start: 'Start',
      begun: ['LogConsole', { Message: begun }] as const,
      delay: ['Delay', { Duration: 20 / t.can.stepsPerSecond }] as const,
      done: ['LogConsole', { Message: done }] as const,
      ...more,
    });
    const wires = ['start.Out > begun.In', 'begun.Out > delay.In', 'delay.Done > done.In'];
    const graph = lab.sketch(nodesWith({}), wires);
    const { graphId } = graph;
    const { from } = await lab.run(graph);
    await line.awaited(lab.logOf(begun), from, 'Start fires');
    await lab.load(lab.sketch(nodesWith({ another: 'Start' }), wires, { graphId }));
    t.given(!line.events(from).some(lab.logOf(done)), 'a Delay that waits still');
    const entry = await line.until(lab.logOf(done), from);
    line.show(entry);
    t.must(entry !== undefined, 'A Delay that waited when its graph was loaded anew goes on');
  }),

  graphs.audit(
    'for-ever',
    ['LINK-GRAPH-020'],
    { needs: ['node:Start', 'node:Branch', 'event:graph.stopped'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const graph = lab.sketch({ start: 'Start', branch: ['Branch', { Condition: true }] }, [
        'start.Out > branch.In',
        'branch.True > branch.In',
      ]);
      const { graphId } = graph;
      const { from } = await lab.run(graph);
      const stopped = await line.until(isOf('graph.stopped', graphId), from);
      line.show(stopped);
      t.mustEqual(
        stopped?.data.reason,
        'executionLimit',
        'graph.stopped comes of a graph that goes round for ever',
      );
      await line.steps(2);
    },
  ),

  frames.audit('beside', ['LINK-GRAPH-014'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const messages = [lab.fresh('one'), lab.fresh('two')];
    const [one, two] = messages.map((Message) =>
      lab.sketch({ frame: 'OnNewFrame', log: ['LogConsole', { Message }] }, ['frame.Out > log.In']),
    );
    const [first = '', second = ''] = messages;
    if (!one || !two) return;
    const { from } = await lab.run(one);
    await line.awaited(lab.logOf(first), from, 'the first graph runs');
    const started = await lab.run(two);
    await line.awaited(lab.logOf(second), started.from, 'the second graph runs');
    const beside = await line.until(lab.logOf(first), line.mark());
    line.show(beside);
    t.must(beside !== undefined, 'A graph runs on beside another');
    await lab.stop(one.graphId);
    await line.steps(2);
    const later = await line.until(lab.logOf(second), line.mark());
    line.show(later);
    t.must(later !== undefined, 'One graph goes on when another one stops');
  }),

  graphs.audit('flush', ['LINK-GRAPH-016'], { needs: ['node:OnNewFrame'] }, async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const graph = lab.sketch({ frame: 'OnNewFrame' });
    const { graphId } = graph;
    await lab.run(graph);
    await line.steps(3);
    const nodeId = `${graphId}-frame`;
    const frameNumber = async (): Promise<unknown> => {
      const { result } = await line.done('graph.flush', { graphId });
      return recordsOf(result.ports).find(
        (port) => port.nodeId === nodeId && port.portId === `${nodeId}.out.Frame`,
      )?.value;
    };
    const first = await frameNumber();
    await line.steps(3);
    const second = await frameNumber();
    t.must(
      typeof first === 'number' && typeof second === 'number' && second > first,
      `graph.flush answers ${nodeId}.out.Frame, which grows`,
      { actual: [first, second] },
    );
  }),

  graphs.audit(
    'press',
    ['LINK-GRAPH-017'],
    { needs: ['node:ManualButton', 'node:LogConsole', 'event:console.log'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const message = lab.fresh('message');
      const graph = lab.sketch({ button: 'ManualButton', log: ['LogConsole', { Message: message }] }, [
        'button.Pressed > log.In',
      ]);
      const { graphId } = graph;
      const { from } = await lab.run(graph);
      await line.steps(3);
      t.given(!line.events(from).some(lab.logOf(message)), 'a button that fires only when it is pressed');
      const { result, sentAt } = await line.ask('graph.press', {
        ...{ graphId, nodeId: `${graphId}-button`, port: 'Pressed' },
      });
      t.must(isRecord(result), 'graph.press succeeds');
      const entry = await line.until(lab.logOf(message), sentAt);
      line.show(entry);
      t.must(entry !== undefined, 'Pressed fires');
    },
  ),
];
