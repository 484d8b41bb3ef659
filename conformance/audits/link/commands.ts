import { isRecord, type JsonRecord, truncateJson } from '../../json.ts';
import { defineLinkAuditArea, isEventAbout, type LinkContext } from '../../link/link-audit.ts';
import { type LinkClient, nonexistentGraphId } from '../../link/link-client.ts';
import { type CommandResult, delay } from '../../link/link-connection.ts';
import { errorCodes } from '../../link/link-schemas.ts';

const stamps = defineLinkAuditArea('link-stamps');

interface TickStamp {
  readonly tick: number;
  readonly seq: number;
}

const parseStamp = (result: JsonRecord | undefined): TickStamp => ({
  tick: Number(result?.tick),
  seq: Number(result?.seq),
});

const isEarlier = (a: TickStamp, b: TickStamp): boolean =>
  a.tick < b.tick || (a.tick === b.tick && a.seq < b.seq);

/** Sends each command without waiting for the responses to earlier commands. */
const sendWithoutWaiting = (line: LinkClient, count: number): Promise<readonly CommandResult[]> =>
  Promise.all(
    Array.from({ length: count }, () => line.sendCommand('graph.stop', { graphId: nonexistentGraphId })),
  );

/** Returns the stamp of a command that is the first in its step on this connection. */
const waitForLaterStep = async (t: LinkContext, line: LinkClient, since: TickStamp): Promise<TickStamp> => {
  const end = performance.now() + t.timeouts.responseMs;
  for (;;) {
    const { result } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    const stamp = parseStamp(result);
    if (!(stamp.tick <= since.tick)) return stamp;
    t.given(performance.now() < end, 'a runtime that runs steps');
    await delay(2);
  }
};

const commands = defineLinkAuditArea('link-commands');

/** Returns the error code with which a command was rejected, as listed by GET /api/errors. */
export const getErrorCode = ({ error }: CommandResult): unknown =>
  error?.code === errorCodes.refused && isRecord(error.data) ? error.data.code : (error?.code ?? 'no error');

/** An id that the runtime does not know. */
const unknownId = 987_654_321;

export const commandAudits = [
  commands.audit('unknown', ['LINK-CMD-006'], async (t) => {
    const line = await t.connect();
    const { error } = await line.sendCommand('conformance.nothing');
    t.mustEqual(error?.code, errorCodes.methodNotFound, 'An unknown command returns -32601');
    const { result } = await line.sendCommand('graph.stop', { graphId: nonexistentGraphId });
    t.must(result !== undefined, 'The next command gets a response');
  }),

  commands.audit('bad-params', ['LINK-CMD-007'], async (t) => {
    const line = await t.connect();
    for (const [method, params] of [
      ['graph.run', {}],
      ['graph.stop', { graphId: 7 }],
      ['graph.load', { graph: 'none' }],
      ['graph.load', { graph: { graphId: 'conformance-bad', name: 'bad', nodes: [{}], connections: [] } }],
      ['variables.put', { variables: 'all' }],
      ['action.run', { action: 'log.console', parameters: 'none' }],
    ] as const) {
      const { error } = await line.sendCommand(method, params);
      t.mustEqual(
        error?.code,
        errorCodes.invalidParams,
        `${method} with ${truncateJson(params)} returns -32602`,
      );
    }
    const { result } = await line.sendCommand('graph.stop', { graphId: nonexistentGraphId });
    t.must(result !== undefined, 'The next command gets a response');
  }),

  commands.audit('nothing-to-do', ['LINK-CMD-011'], async (t) => {
    const line = await t.connect();
    const failure = { code: 'ACTION_FAILED', reason: 'No.', resolution: '' };
    for (const [method, params] of [
      ['graph.stop', { graphId: nonexistentGraphId }],
      ['graph.unload', { graphId: nonexistentGraphId }],
      ['variables.delete', { ids: ['conformance-absent'] }],
      ['variables.put', { variables: [] }],
      ['question.answer', { id: unknownId, result: {} }],
      ['question.answer', { id: unknownId, failure }],
      ['events.interest', { types: [] }],
    ] as const) {
      const { result, error } = await line.sendCommand(method, params);
      t.must(result !== undefined, `${method} with ${truncateJson(params)} succeeds`, { actual: error });
    }
  }),

  commands.audit('cancel', ['LINK-CMD-012'], async (t) => {
    const line = await t.connect();
    const first = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    for (const id of [first.id, unknownId]) line.connection.send({ method: 'cancel', params: { id } });
    const { result } = await line.sendCommand('graph.stop', { graphId: nonexistentGraphId });
    t.must(result !== undefined, 'The next command after a cancel gets a response');
  }),

  commands.audit('unknown-notification', ['LINK-CMD-014'], async (t) => {
    const line = await t.connect();
    line.connection.send({ method: 'conformance.news', params: { about: 'nothing' } });
    const { received } = await line.connection.command(
      'graph.stop',
      { graphId: nonexistentGraphId },
      t.timeouts.responseMs,
    );
    line.recordMessage(received);
    t.should(received !== undefined, 'The next command after an unknown notification gets a response');
  }),

  commands.audit('more-fields', ['LINK-CMD-017'], async (t) => {
    const line = await t.connect();
    const parameters = { graphId: nonexistentGraphId };
    await line.runCommand('graph.stop', parameters);
    const unknownField = { of: ['later', 'versions'] };
    const { result, error } = await line.sendCommand('graph.stop', {
      ...parameters,
      conformance: unknownField,
    });
    t.must(result !== undefined, 'graph.stop with an additional parameter succeeds', { actual: error });
  }),

  commands.audit('unknown-action', ['LINK-CMD-013'], async (t) => {
    const line = await t.connect();
    const reply = await line.sendCommand('action.run', { action: 'conformance.nothing', parameters: {} });
    t.mustEqual(getErrorCode(reply), 'ACTION_NOT_FOUND', 'An unknown action is rejected');
  }),

  commands
    .with({ needs: ['action:log.console', 'event:console.log'] })
    .audit('told-before-answer', ['LINK-CMD-009', 'LINK-CMD-010'], async (t) => {
      const line = await t.connect();
      const message = t.createFixtures(line).createId('message');
      const from = line.getPosition();
      const parameters = { message, severity: 'log' };
      const { result, received } = await line.runCommand('action.run', { action: 'log.console', parameters });
      const isLogEvent = ({ type, data }: { type: unknown; data: { message?: unknown } }): boolean =>
        type === 'console.log' && data.message === message;
      const entry = await line.recordEvent(isLogEvent, from);
      t.for('LINK-CMD-009').must(
        entry !== undefined && received !== undefined && entry.messageIndex < received.index,
        'The entry of log.console is sent before the response',
        {
          expected: 'console.log, then the response',
          actual: entry ? 'the response first' : 'no entry at all',
        },
      );
      if (entry)
        t.for('LINK-CMD-010').mustEqual(entry.tick, result.tick, 'The entry has the tick of the response');
    }),

  commands
    .with({ needs: ['node:Start', 'event:graph.stopped'] })
    .audit('stopped-before-answer', ['LINK-CMD-009', 'LINK-CMD-010'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const graph = fixtures.createGraph({ start: 'Start' });
      const { from } = await fixtures.runGraph(graph);
      await line.waitForSteps(2);
      const { result, received } = await line.runCommand('graph.stop', { graphId: graph.graphId });
      const stopped = await line.recordEvent(isEventAbout('graph.stopped', graph.graphId), from);
      t.for('LINK-CMD-009').must(
        stopped !== undefined && received !== undefined && stopped.messageIndex < received.index,
        'graph.stopped is sent before the response to graph.stop',
        { actual: stopped ? 'it arrived later' : 'it did not arrive' },
      );
      if (stopped)
        t.for('LINK-CMD-010').mustEqual(
          stopped.tick,
          result.tick,
          'graph.stopped has the tick of the response',
        );
    }),

  commands.with({ needs: ['action:project.info'] }).audit('question', ['LINK-CMD-015'], async (t) => {
    const line = await t.connect();
    const from = line.getPosition();
    const { connection } = line;
    const answering = line.sendCommand('action.run', { action: 'project.info', parameters: {} });
    // The promise is awaited below. This handler only prevents an unhandled rejection.
    answering.catch(() => {});
    const isRequest = ({ message }: { message: { method?: unknown } | undefined }): boolean =>
      message?.method === 'question';
    const question = await connection.inbox.until(isRequest, t.timeouts.eventMs, from);
    if (!question) t.notApplicable('The runtime answers project.info without a request to the service');
    line.recordMessage(question);
    const params = question?.message?.params;
    const id = isRecord(params) ? params.id : undefined;
    const actionResult = { name: 'conformance', path: '/conformance', revision: 3, dirty: false };
    await line.runCommand('question.answer', { id, result: actionResult });
    const { result } = await answering;
    t.mustEqual(result?.result, actionResult, 'The action returns the response of the service');
    const position = line.getPosition();
    const refused = line.sendCommand('action.run', { action: 'project.info', parameters: {} });
    refused.catch(() => {});
    const second = await connection.inbox.until(isRequest, t.timeouts.eventMs, position);
    const secondParams = second?.message?.params;
    const failure = { code: 'NO_PROJECT', reason: 'There is none.', resolution: '' };
    await line.runCommand('question.answer', {
      id: isRecord(secondParams) ? secondParams.id : undefined,
      failure,
    });
    t.mustEqual(getErrorCode(await refused), 'NO_PROJECT', 'The action fails with the error of the service');
  }),

  stamps.audit('count', ['LINK-CMD-004', 'LINK-CMD-005'], async (t) => {
    const line = await t.connect();
    await line.waitForSteps(1);
    const commandStamps = (await sendWithoutWaiting(line, 40)).map(({ result }) => parseStamp(result));
    const seqPositions = commandStamps.map(({ tick }, index) => {
      const first = commandStamps.findIndex((candidate) => candidate.tick === tick);
      return index - first;
    });
    const disorderedIndex = commandStamps.findIndex((stamp, index) => {
      const before = commandStamps[index - 1];
      return before !== undefined && !isEarlier(before, stamp);
    });
    t.for('LINK-CMD-005').must(
      disorderedIndex < 0,
      'Commands sent one after another have increasing stamps',
      {
        actual:
          disorderedIndex < 0 ? undefined : commandStamps.slice(disorderedIndex - 1, disorderedIndex + 1),
      },
    );
    // Commands that were sent earlier may also have run in the first step. From the second step on, all commands in a
    // step are known.
    const numbered = commandStamps.map((stamp, index) => ({ ...stamp, place: seqPositions[index] ?? 0 }));
    const ticks = new Set(commandStamps.map(({ tick }) => tick));
    const [first] = ticks;
    const offset = (commandStamps[0]?.seq ?? 1) - 1;
    const misnumbered = numbered.find(
      ({ tick, seq, place }) => seq !== place + 1 + (tick === first ? offset : 0),
    );
    t.for('LINK-CMD-004').must(misnumbered === undefined, 'seq increases by one and restarts in each step', {
      ...(misnumbered && { expected: misnumbered.place + 1, actual: misnumbered }),
    });

    await line.waitForSteps(2);
    const single = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    const laterStep = await waitForLaterStep(t.for('LINK-CMD-004'), line, parseStamp(single.result));
    t.for('LINK-CMD-004').mustEqual(laterStep.seq, 1, 'The first command of a step has seq 1');
  }),

  stamps
    .with({ needs: ['node:OnNewFrame', 'node:LogConsole', 'event:console.log'] })
    .audit('coming-step', ['LINK-CMD-003'], async (t) => {
      const { line, fixtures } = await t.connectWithFixtures();
      const { from, isLogEvent } = await fixtures.runLoggingGraph('OnNewFrame');
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await line.waitForSteps(2);
        const { result, received } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
        const position = received?.index ?? 0;
        const before = line.events(from, position).filter(isLogEvent).at(-1);
        const after = await line.givenEvent(isLogEvent, position, 'OnNewFrame keeps firing');
        line.recordMessage(before);
        line.recordMessage(after);
        t.mustEqual(
          { last: before?.tick, stamp: result.tick, next: after.tick },
          { last: Number(after.tick) - 1, stamp: after.tick, next: after.tick },
          'A command has the tick of the step after its response',
        );
      }
    }),
];
