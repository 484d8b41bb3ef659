import { isRecord, filterRecords } from '../../json.ts';
import { isEventAbout, defineLinkAuditArea } from '../../link/link-audit.ts';
import { getErrorCode } from './commands.ts';

const graphs = defineLinkAuditArea('link-graphs');
const logging = defineLinkAuditArea('link-graphs', 'node:Start', 'node:LogConsole', 'event:console.log');
const frameGraph = defineLinkAuditArea(
  'link-graphs',
  'node:OnNewFrame',
  'node:LogConsole',
  'event:console.log',
);

/** The number of consecutive steps without an event that count as silence. */
const maxQuietSteps = 6;

export const graphAudits = [
  logging.audit('start', ['LINK-GRAPH-001', 'LINK-GRAPH-015'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { isLogEvent, graph } = fixtures.createLoggingGraph('Start');
    const loaded = line.getPosition();
    await fixtures.loadGraph(graph);
    await line.waitForSteps(maxQuietSteps);
    const early = line.findEvent(
      (event) => isLogEvent(event) || isEventAbout('graph.running', graph.graphId)(event),
      loaded,
    );
    t.for('LINK-GRAPH-015').must(early === undefined, 'A loaded graph does nothing until it is run', {
      actual: early,
    });
    const { result, sentAtIndex } = await line.runCommand('graph.run', { graphId: graph.graphId });
    const entry = await line.recordEvent(isLogEvent, sentAtIndex);
    t.for('LINK-GRAPH-001').mustEqual(
      entry?.tick,
      result.tick,
      'Start fires in the step stamped on graph.run',
    );
  }),

  logging.with({ needs: ['event:graph.running'] }).audit('running', ['LINK-GRAPH-002'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graphId, name, from, isLogEvent } = await fixtures.runLoggingGraph('Start');
    const events = line.events(from);
    const running = events.findIndex(isEventAbout('graph.running', graphId));
    line.recordMessage(events[running]);
    t.must(running >= 0, 'graph.running is emitted when a graph starts');
    t.mustEqual(events[running]?.data.name, name, 'graph.running contains the name of the graph');
    t.must(running < events.findIndex(isLogEvent), 'graph.running arrives before events of the nodes');
  }),

  frameGraph
    .with({ needs: ['node:Start'] })
    .audit('frames', ['LINK-GRAPH-003', 'LINK-GRAPH-004'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const [start, frame] = [fixtures.createId('start'), fixtures.createId('frame')];
      const graph = fixtures.createGraph(
        {
          frame: 'OnNewFrame',
          each: ['LogConsole', { Message: frame }],
          start: 'Start',
          once: ['LogConsole', { Message: start }],
        },
        ['frame.Out > each.In', 'start.Out > once.In'],
      );
      const { from } = await fixtures.runGraph(graph);
      await line.givenEvent(fixtures.isConsoleLog(frame), from, 'OnNewFrame fires');
      await line.waitForSteps(10);
      await fixtures.stopGraph(graph.graphId);
      const events = line.events(from);
      const starts = events.filter(fixtures.isConsoleLog(start));
      const all = events.filter(fixtures.isConsoleLog(frame));
      line.recordMessage(starts[0]);
      line.recordMessage(all[0]);
      t.for('LINK-GRAPH-003').mustEqual(starts.length, 1, 'Start fires once');
      const [first] = starts;
      const [firstFrame] = all;
      t.for('LINK-GRAPH-003').must(
        first !== undefined && firstFrame !== undefined && events.indexOf(first) < events.indexOf(firstFrame),
        'Start fires before the first OnNewFrame',
      );
      t.for('LINK-GRAPH-003').mustEqual(
        firstFrame?.tick,
        first?.tick,
        'The first OnNewFrame fires in the step of Start',
      );
      const ticks = all.map(({ tick }) => Number(tick));
      const gapIndex = ticks.findIndex((tick, index) => index > 0 && tick !== (ticks[index - 1] ?? 0) + 1);
      t.for('LINK-GRAPH-004').must(gapIndex < 0, 'OnNewFrame fires once in every step', {
        actual: gapIndex < 0 ? undefined : ticks.slice(gapIndex - 1, gapIndex + 1),
      });
    }),

  logging.audit('run-again', ['LINK-GRAPH-005'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graphId, isLogEvent } = await fixtures.runLoggingGraph('Start');
    const { result, sentAtIndex } = await line.sendCommand('graph.run', { graphId });
    t.must(result !== undefined, 'graph.run of a running graph succeeds');
    await line.waitForSteps(maxQuietSteps);
    const unexpected = line.findEvent(
      (event) => isLogEvent(event) || event.data.graphId === graphId,
      sentAtIndex,
    );
    t.must(unexpected === undefined, 'graph.run of a running graph has no effect', { actual: unexpected });
  }),

  frameGraph.audit('stop', ['LINK-GRAPH-006', 'LINK-GRAPH-007'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graphId, name, from, isLogEvent } = await fixtures.runLoggingGraph('OnNewFrame');
    const { received } = await line.runCommand('graph.stop', { graphId });
    await line.waitForSteps(maxQuietSteps);
    const late = line.findEvent(isLogEvent, (received?.index ?? 0) + 1);
    t.for('LINK-GRAPH-006').must(
      late === undefined,
      'A graph emits nothing after the response to graph.stop',
      { actual: late },
    );
    if (!t.capabilities.events.has('graph.stopped')) return;
    const stopped = line.events(from).filter(isEventAbout('graph.stopped', graphId));
    line.recordMessage(stopped[0]);
    t.for('LINK-GRAPH-007').mustEqual(
      stopped.map(({ data }) => ({ name: data.name, reason: data.reason })),
      [{ name, reason: 'explicit' }],
      'graph.stopped arrives once, with name and reason',
    );
  }),

  logging.audit('anew', ['LINK-GRAPH-008'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graphId, isLogEvent } = await fixtures.runLoggingGraph('Start');
    await fixtures.stopGraph(graphId);
    const { sentAtIndex } = await line.runCommand('graph.run', { graphId });
    const repeated = await line.recordEvent(isLogEvent, sentAtIndex);
    t.must(repeated !== undefined, 'Start fires again when a stopped graph is run');
  }),

  logging.audit('replace', ['LINK-GRAPH-009'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const [old, replacement] = [fixtures.createId('old'), fixtures.createId('new')];
    const connections = ['start.Out > log.In'];
    const first = fixtures.createGraph(
      { start: 'Start', log: ['LogConsole', { Message: old }] },
      connections,
    );
    const { graphId } = first;
    await fixtures.loadGraph(first);
    const { from } = await fixtures.runGraph(
      fixtures.createGraph({ start: 'Start', log: ['LogConsole', { Message: replacement }] }, connections, {
        graphId,
      }),
    );
    const entry = await line.recordEvent(
      (event) => [old, replacement].some((text) => fixtures.isConsoleLog(text)(event)),
      from,
    );
    t.mustEqual(entry?.data.message, replacement, 'The version loaded last is the one that runs');
  }),

  frameGraph.with({ needs: ['node:Start'] }).audit('reload', ['LINK-GRAPH-010'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const [old, replacement, start] = [
      fixtures.createId('old'),
      fixtures.createId('new'),
      fixtures.createId('start'),
    ];
    const connections = ['frame.Out > log.In', 'start.Out > once.In'];
    const nodesWith = (message: string) => ({
      frame: 'OnNewFrame',
      log: ['LogConsole', { Message: message }] as const,
      start: 'Start',
      once: ['LogConsole', { Message: start }] as const,
    });
    const first = fixtures.createGraph(nodesWith(old), connections);
    const { graphId } = first;
    const { from } = await fixtures.runGraph(first);
    await line.givenEvent(fixtures.isConsoleLog(old), from, 'OnNewFrame fires');
    const next = fixtures.createGraph(nodesWith(replacement), connections, { graphId });
    const { received, sentAtIndex } = await line.runCommand('graph.load', { graph: next });
    const position = (received?.index ?? 0) + 1;
    const entry = await line.recordEvent(fixtures.isConsoleLog(replacement), position);
    t.must(entry !== undefined, 'The new graph keeps running');
    await line.waitForSteps(maxQuietSteps);
    const events = line.events(position);
    t.must(!events.some(fixtures.isConsoleLog(old)), 'The old graph emits nothing more');
    const restarted = line.findEvent(
      (event) =>
        fixtures.isConsoleLog(start)(event) ||
        isEventAbout('graph.running', graphId)(event) ||
        isEventAbout('graph.stopped', graphId)(event),
      sentAtIndex,
    );
    t.must(restarted === undefined, 'Reloading a graph neither stops nor starts it', { actual: restarted });
  }),

  frameGraph.with({ needs: ['event:graph.stopped'] }).audit('unload', ['LINK-GRAPH-011'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const { graphId, from, isLogEvent } = await fixtures.runLoggingGraph('OnNewFrame');
    const { received } = await line.runCommand('graph.unload', { graphId });
    await line.waitForSteps(maxQuietSteps);
    const stopped = line.events(from).filter(isEventAbout('graph.stopped', graphId));
    line.recordMessage(stopped[0]);
    t.mustEqual(
      stopped.map(({ data: { reason } }) => reason),
      ['unloaded'],
      'graph.stopped arrives once, with the reason unloaded',
    );
    t.must(
      !line.events((received?.index ?? 0) + 1).some(isLogEvent),
      'A graph emits nothing after the response to graph.unload',
    );
  }),

  graphs.audit('not-loaded', ['LINK-GRAPH-012'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const graph = fixtures.createGraph({});
    await fixtures.loadGraph(graph);
    const { graphId } = graph;
    const existing = await line.sendCommand('graph.flush', { graphId });
    t.given(existing.result !== undefined, 'a loaded graph can be flushed');
    await line.runCommand('graph.unload', { graphId });
    for (const method of ['graph.run', 'graph.flush'] as const)
      t.mustEqual(
        getErrorCode(await line.sendCommand(method, { graphId })),
        'GRAPH_NOT_SYNCED',
        `${method} of a graph that is not loaded is rejected`,
      );
  }),

  graphs.audit('unknown-type', ['LINK-GRAPH-013'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const graph = fixtures.createGraph({ none: 'ConformanceNothing' });
    const { result, error } = await line.sendCommand('graph.load', { graph });
    t.must(result === undefined && error !== undefined, 'A graph with an unknown node type is rejected');
    const run = await line.sendCommand('graph.run', { graphId: graph.graphId });
    t.mustEqual(getErrorCode(run), 'GRAPH_NOT_SYNCED', 'A rejected graph is not loaded');
  }),

  logging.audit('refused-in-place', ['LINK-GRAPH-018'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const message = fixtures.createId('message');
    const log = ['LogConsole', { Message: message }] as const;
    const graph = fixtures.createGraph({ start: 'Start', log }, ['start.Out > log.In']);
    const { graphId } = graph;
    await fixtures.loadGraph(graph);
    const { error } = await line.sendCommand('graph.load', {
      graph: fixtures.createGraph({ none: 'ConformanceNothing' }, [], { graphId }),
    });
    t.given(error !== undefined, 'a graph with an unknown node type is rejected');
    const { sentAtIndex, result } = await line.sendCommand('graph.run', { graphId });
    t.must(result !== undefined, 'The version loaded before can be run');
    const entry = await line.recordEvent(fixtures.isConsoleLog(message), sentAtIndex);
    t.must(entry !== undefined, 'The version loaded before is the one that runs');
  }),

  logging.with({ needs: ['node:Delay'] }).audit('waits-on', ['LINK-GRAPH-019'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const delayed = fixtures.createDelayGraph(20 / t.capabilities.stepsPerSecond);
    const { from } = await fixtures.runGraph(delayed.graph);
    await line.givenEvent(delayed.hasBegun, from, 'Start fires');
    await fixtures.loadGraph(delayed.extend({ another: 'Start' }));
    t.given(!line.events(from).some(delayed.isDone), 'a Delay that is still waiting');
    const entry = await line.recordEvent(delayed.isDone, from);
    t.must(entry !== undefined, 'A Delay that waits continues when its graph is reloaded');
  }),

  graphs
    .with({ needs: ['node:Start', 'node:Branch', 'event:graph.stopped'] })
    .audit('for-ever', ['LINK-GRAPH-020'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const graph = fixtures.createGraph({ start: 'Start', branch: ['Branch', { Condition: true }] }, [
        'start.Out > branch.In',
        'branch.True > branch.In',
      ]);
      const { graphId } = graph;
      const { from } = await fixtures.runGraph(graph);
      const stopped = await line.recordEvent(isEventAbout('graph.stopped', graphId), from);
      t.mustEqual(
        stopped?.data.reason,
        'executionLimit',
        'graph.stopped arrives for a graph with an infinite loop',
      );
      await line.waitForSteps(2);
    }),

  frameGraph.audit('beside', ['LINK-GRAPH-014'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const messages = [fixtures.createId('one'), fixtures.createId('two')];
    const [one, two] = messages.map((Message) =>
      fixtures.createGraph({ frame: 'OnNewFrame', log: ['LogConsole', { Message }] }, ['frame.Out > log.In']),
    );
    const [first = '', second = ''] = messages;
    if (!one || !two) return;
    const { from } = await fixtures.runGraph(one);
    await line.givenEvent(fixtures.isConsoleLog(first), from, 'the first graph runs');
    const started = await fixtures.runGraph(two);
    await line.givenEvent(fixtures.isConsoleLog(second), started.from, 'the second graph runs');
    const parallelEvent = await line.recordEvent(fixtures.isConsoleLog(first), line.getPosition());
    t.must(parallelEvent !== undefined, 'A graph keeps running next to another one');
    await fixtures.stopGraph(one.graphId);
    await line.waitForSteps(2);
    const laterEvent = await line.recordEvent(fixtures.isConsoleLog(second), line.getPosition());
    t.must(laterEvent !== undefined, 'A graph continues when another one stops');
  }),

  graphs.with({ needs: ['node:OnNewFrame'] }).audit('flush', ['LINK-GRAPH-016'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const graph = fixtures.createGraph({ frame: 'OnNewFrame' });
    const { graphId } = graph;
    await fixtures.runGraph(graph);
    await line.waitForSteps(3);
    const nodeId = `${graphId}-frame`;
    const frameNumber = async (): Promise<unknown> => {
      const { result } = await line.runCommand('graph.flush', { graphId });
      return filterRecords(result.ports).find(
        (port) => port.nodeId === nodeId && port.portId === `${nodeId}.out.Frame`,
      )?.value;
    };
    const first = await frameNumber();
    await line.waitForSteps(3);
    const second = await frameNumber();
    t.must(
      typeof first === 'number' && typeof second === 'number' && second > first,
      `graph.flush returns ${nodeId}.out.Frame, which grows`,
      { actual: [first, second] },
    );
  }),

  graphs
    .with({ needs: ['can:customEvents', 'node:OnCustomEvent', 'node:LogConsole', 'event:console.log'] })
    .audit('send', ['LINK-GRAPH-021', 'LINK-GRAPH-022', 'LINK-GRAPH-023'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const name = fixtures.createId('event');
      const createListener = (message: string, listensTo = name) =>
        fixtures.createGraph(
          { on: ['OnCustomEvent', { Name: listensTo }], log: ['LogConsole', { Message: message }] },
          ['on.Out > log.In'],
        );
      const messages = [fixtures.createId('one'), fixtures.createId('two'), fixtures.createId('other')];
      const [first, second, deaf] = messages.map((message, index) =>
        createListener(message, index === 2 ? fixtures.createId('event') : name),
      );
      if (!first || !second || !deaf) return;
      for (const graph of [first, second, deaf]) await fixtures.runGraph(graph);
      const send = async (graphId?: string) => {
        const params = { name, payload: { seen: 1 }, ...(graphId !== undefined && { graphId }) };
        const { result, sentAtIndex } = await line.runCommand('graph.send', params);
        const heard = filterRecords(result.heard).map((entry) => ({
          graphId: entry.graphId,
          nodeIds: entry.nodeIds,
        }));
        return { heard, sentAtIndex };
      };
      const listensIn = ({ graphId }: { readonly graphId: string }) => ({
        graphId,
        nodeIds: [`${graphId}-on`],
      });
      /** Returns which graphs reacted, in the order of the messages. */
      const listReactions = async (from: number, awaited: readonly string[]): Promise<readonly boolean[]> => {
        for (const message of awaited) await line.waitForEvent(fixtures.isConsoleLog(message), from);
        await line.waitForSteps(2);
        const events = line.events(from);
        line.recordMessage(events.find(({ data }) => messages.includes(String(data.message))));
        return messages.map((message) => events.some(fixtures.isConsoleLog(message)));
      };
      const toAll = await send();
      const reactions = await listReactions(toAll.sentAtIndex, messages.slice(0, 2));
      t.for('LINK-GRAPH-021').mustEqual(
        reactions,
        [true, true, false],
        'OnCustomEvent fires in every running graph that listens to the name, and in no other',
      );
      const toOne = await send(second.graphId);
      t.for('LINK-GRAPH-022').mustEqual(
        await listReactions(toOne.sentAtIndex, messages.slice(1, 2)),
        [false, true, false],
        'OnCustomEvent fires only in the graph that graph.send names',
      );
      const byGraph = (heard: readonly { readonly graphId: unknown }[]) =>
        [...heard].sort((a, b) => (String(a.graphId) < String(b.graphId) ? -1 : 1));
      t.for('LINK-GRAPH-023').mustEqual(
        [byGraph(toAll.heard), toOne.heard],
        [byGraph([first, second].map(listensIn)), [listensIn(second)]],
        'heard lists the nodes that listen to the name, by graph',
      );
    }),

  graphs
    .with({ needs: ['node:ManualButton', 'node:LogConsole', 'event:console.log'] })
    .audit('press', ['LINK-GRAPH-017'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const message = fixtures.createId('message');
      const graph = fixtures.createGraph(
        { button: 'ManualButton', log: ['LogConsole', { Message: message }] },
        ['button.Pressed > log.In'],
      );
      const { graphId } = graph;
      const { from } = await fixtures.runGraph(graph);
      await line.waitForSteps(3);
      t.given(
        !line.events(from).some(fixtures.isConsoleLog(message)),
        'a button that fires only when it is pressed',
      );
      const { result, sentAtIndex } = await line.sendCommand('graph.press', {
        ...{ graphId, nodeId: `${graphId}-button`, port: 'Pressed' },
      });
      t.must(isRecord(result), 'graph.press succeeds');
      const entry = await line.recordEvent(fixtures.isConsoleLog(message), sentAtIndex);
      t.must(entry !== undefined, 'Pressed fires');
    }),
];
