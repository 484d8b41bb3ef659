import { brief, isRecord } from '../../json.ts';
import { errorCodes } from '../../link/contract.ts';
import { absentGraph } from '../../link/line.ts';
import { isOf, linkArea } from '../../link/link-audit.ts';
import type { Answer } from '../../link/connection.ts';

const commands = linkArea('link-commands');

/** The code of GET /api/errors that a command was refused with. */
export const refusalOf = ({ error }: Answer): unknown =>
  error?.code === errorCodes.refused && isRecord(error.data) ? error.data.code : (error?.code ?? 'no error');

/** Nothing that the runtime could know. */
const absentId = 987_654_321;

export const commandAudits = [
  commands.audit('unknown', ['LINK-CMD-006'], async (t) => {
    const line = await t.line();
    const { error } = await line.ask('conformance.nothing');
    t.mustEqual(error?.code, errorCodes.methodNotFound, 'An unknown command is answered with -32601');
    const { result } = await line.ask('graph.stop', { graphId: absentGraph });
    t.must(result !== undefined, 'The next command is answered as ever');
  }),

  commands.audit('bad-params', ['LINK-CMD-007'], async (t) => {
    const line = await t.line();
    for (const [method, params] of [
      ['graph.run', {}],
      ['graph.stop', { graphId: 7 }],
      ['graph.load', { graph: 'none' }],
      ['graph.load', { graph: { graphId: 'conformance-bad', name: 'bad', nodes: [{}], connections: [] } }],
      ['variables.put', { variables: 'all' }],
      ['action.run', { action: 'log.console', parameters: 'none' }],
    ] as const) {
      const { error } = await line.ask(method, params);
      t.mustEqual(error?.code, errorCodes.invalidParams, `${method} with ${brief(params)} gets -32602`);
    }
    const { result } = await line.ask('graph.stop', { graphId: absentGraph });
    t.must(result !== undefined, 'The next command is answered as ever');
  }),

  commands.audit('nothing-to-do', ['LINK-CMD-011'], async (t) => {
    const line = await t.line();
    const failure = { code: 'ACTION_FAILED', reason: 'No.', resolution: '' };
    for (const [method, params] of [
      ['graph.stop', { graphId: absentGraph }],
      ['graph.unload', { graphId: absentGraph }],
      ['variables.delete', { ids: ['conformance-absent'] }],
      ['variables.put', { variables: [] }],
      ['question.answer', { id: absentId, result: {} }],
      ['question.answer', { id: absentId, failure }],
      ['events.interest', { types: [] }],
    ] as const) {
      const { result, error } = await line.ask(method, params);
      t.must(result !== undefined, `${method} with ${brief(params)} succeeds`, { actual: error });
    }
  }),

  commands.audit('cancel', ['LINK-CMD-012'], async (t) => {
    const line = await t.line();
    const first = await line.done('graph.stop', { graphId: absentGraph });
    for (const id of [first.id, absentId]) line.connection.send({ method: 'cancel', params: { id } });
    const { result } = await line.ask('graph.stop', { graphId: absentGraph });
    t.must(result !== undefined, 'Behind a cancel the next command is answered as ever');
  }),

  commands.audit('unknown-notification', ['LINK-CMD-014'], async (t) => {
    const line = await t.line();
    line.connection.send({ method: 'conformance.news', params: { about: 'nothing' } });
    const { heard } = await line.connection.command(
      'graph.stop',
      { graphId: absentGraph },
      t.patience.answerMs,
    );
    line.show(heard);
    t.should(heard !== undefined, 'Behind a notification that nobody knows the next command is answered');
  }),

  commands.audit('more-fields', ['LINK-CMD-017'], async (t) => {
    const line = await t.line();
    const plain = { graphId: absentGraph };
    await line.done('graph.stop', plain);
    const more = { of: ['later', 'versions'] };
    const { result, error } = await line.ask('graph.stop', { ...plain, conformance: more });
    t.must(result !== undefined, 'graph.stop with more than is described succeeds', { actual: error });
  }),

  commands.audit('unknown-action', ['LINK-CMD-013'], async (t) => {
    const line = await t.line();
    const answer = await line.ask('action.run', { action: 'conformance.nothing', parameters: {} });
    t.mustEqual(refusalOf(answer), 'ACTION_NOT_FOUND', 'An action that is not there is refused');
  }),

  commands.audit(
    'told-before-answer',
    ['LINK-CMD-009', 'LINK-CMD-010'],
    { needs: ['action:log.console', 'event:console.log'] },
    async (t) => {
      const line = await t.line();
      const message = t.lab(line).fresh('message');
      const from = line.mark();
      const parameters = { message, severity: 'log' };
      const { result, heard } = await line.done('action.run', { action: 'log.console', parameters });
      const isEntry = ({ type, data }: { type: unknown; data: { message?: unknown } }): boolean =>
        type === 'console.log' && data.message === message;
      const entry = await line.until(isEntry, from);
      line.show(entry);
      t.of('LINK-CMD-009').must(
        entry !== undefined && heard !== undefined && entry.place < heard.place,
        'The entry of log.console is told before the answer',
        { expected: 'console.log, then the answer', actual: entry ? 'the answer first' : 'no entry at all' },
      );
      if (entry)
        t.of('LINK-CMD-010').mustEqual(entry.tick, result.tick, 'The entry has the tick of the answer');
    },
  ),

  commands.audit(
    'stopped-before-answer',
    ['LINK-CMD-009', 'LINK-CMD-010'],
    { needs: ['node:Start', 'event:graph.stopped'] },
    async (t) => {
      const line = await t.line();
      const lab = t.lab(line);
      const graph = lab.sketch({ start: 'Start' });
      const { from } = await lab.run(graph);
      await line.steps(2);
      const { result, heard } = await line.done('graph.stop', { graphId: graph.graphId });
      const stopped = await line.until(isOf('graph.stopped', graph.graphId), from);
      line.show(stopped);
      t.of('LINK-CMD-009').must(
        stopped !== undefined && heard !== undefined && stopped.place < heard.place,
        'graph.stopped is told before the answer to graph.stop',
        { actual: stopped ? 'it came later' : 'it did not come' },
      );
      if (stopped)
        t.of('LINK-CMD-010').mustEqual(stopped.tick, result.tick, 'graph.stopped has the tick of the answer');
    },
  ),

  commands.audit('question', ['LINK-CMD-015'], { needs: ['action:project.info'] }, async (t) => {
    const line = await t.line();
    const from = line.mark();
    const { connection } = line;
    const answering = line.ask('action.run', { action: 'project.info', parameters: {} });
    // awaited below, whatever comes first
    answering.catch(() => {});
    const isQuestion = ({ message }: { message: { method?: unknown } | undefined }): boolean =>
      message?.method === 'question';
    const question = await connection.inbox.until(isQuestion, t.patience.eventMs, from);
    if (!question) t.notApplicable('The runtime answers project.info by itself');
    line.show(question);
    const params = question?.message?.params;
    const id = isRecord(params) ? params.id : undefined;
    const told = { name: 'conformance', told: 'by the service' };
    await line.done('question.answer', { id, result: told });
    const { result } = await answering;
    t.mustEqual(result?.result, told, 'The action ends with what the service answered');
    const again = line.mark();
    const refused = line.ask('action.run', { action: 'project.info', parameters: {} });
    refused.catch(() => {});
    const second = await connection.inbox.until(isQuestion, t.patience.eventMs, again);
    const secondParams = second?.message?.params;
    const failure = { code: 'NO_PROJECT', reason: 'There is none.', resolution: '' };
    await line.done('question.answer', { id: isRecord(secondParams) ? secondParams.id : undefined, failure });
    t.mustEqual(refusalOf(await refused), 'NO_PROJECT', 'The action is refused as the service refused');
  }),
];
