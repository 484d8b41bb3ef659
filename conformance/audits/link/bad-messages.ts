import { later } from '../../link/later.ts';
import { closeCodes, limits } from '../../link/contract.ts';
import { encodeMessage } from '../../link/encoding.ts';
import { absentGraph, endingIn, type Line } from '../../link/line.ts';
import { linkArea } from '../../link/link-audit.ts';
import { isRecord, recordsOf } from '../../json.ts';
import { instanceIn } from './coming-up.ts';
import type { Ending } from '../../link/connection.ts';
import type { Patience } from '../../link/guest.ts';
import type { RequirementId } from '../../requirements/index.ts';

const bad = linkArea('link-bad-messages');

/** How the runtime ends the connection. */
const endOf = (line: Line, { eventMs }: Patience): Promise<Ending | undefined> =>
  Promise.race([line.connection.closed, later(eventMs)]);

const inWords = (ending: Ending | undefined): string =>
  ending ? `it ended with ${endingIn(ending)}` : 'it went on';

const byBreach = (name: string, id: RequirementId, what: string, break_: (line: Line) => void) =>
  bad.audit(name, [id], async (t) => {
    const line = await t.line();
    const { result } = await line.done('graph.stop', { graphId: absentGraph });
    t.given(isRecord(result), 'a connection that serves');
    break_(line);
    const ending = await endOf(line, t.patience);
    t.must(ending?.code === closeCodes.breach && !ending.byKit, `${what} ends the connection with 1002`, {
      expected: '1002',
      actual: inWords(ending),
    });
  });

export const badMessageAudits = [
  byBreach('no-json', 'LINK-BAD-001', 'Text that is no JSON', ({ connection }) =>
    connection.sendRaw('{"jsonrpc": "2.0", '),
  ),
  ...(
    [
      ['a-list', '[]'],
      ['a-number', '7'],
      ['no-version', '{"id":2,"method":"graph.stop","params":{"graphId":"none"}}'],
      ['neither', '{"jsonrpc":"2.0","id":2}'],
      ['params-text', '{"jsonrpc":"2.0","id":2,"method":"graph.stop","params":"none"}'],
    ] as const
  ).map(([name, text]) =>
    byBreach(name, 'LINK-BAD-002', `A message such as ${text}`, ({ connection }) => connection.sendRaw(text)),
  ),
  ...([5, -1] as const).map((offset) =>
    byBreach(
      offset > 0 ? 'id-skipped' : 'id-repeated',
      'LINK-BAD-003',
      offset > 0 ? 'An id that skips others' : 'An id that was there before',
      ({ connection }) =>
        connection.send({
          id: connection.asked.size + 1 + offset,
          ...{ method: 'graph.stop', params: { graphId: absentGraph } },
        }),
    ),
  ),
  byBreach('no-messagepack', 'LINK-BAD-004', 'Bytes that are no MessagePack', ({ connection }) =>
    connection.sendRaw(Uint8Array.of(0xc1, 0xff, 0x00)),
  ),

  byBreach('stray-answer', 'LINK-BAD-007', 'An answer to what was not asked', ({ connection }) =>
    connection.send({ id: 5, result: {} }),
  ),
  byBreach(
    'packed',
    'LINK-BAD-008',
    'A command in MessagePack where JSON was agreed upon',
    ({ connection }) => {
      const command = { method: 'graph.stop', params: { graphId: absentGraph } };
      connection.sendRaw(encodeMessage({ id: connection.asked.size + 1, ...command }, 'messagepack'));
    },
  ),

  bad.audit('too-large', ['LINK-BAD-005'], async (t) => {
    const line = await t.line();
    await line.done('graph.stop', { graphId: absentGraph });
    const padding = ' '.repeat(limits.messageBytes);
    line.connection.sendRaw(`{"jsonrpc":"2.0","method":"cancel","params":{"id":1}${padding}}`);
    const ending = await endOf(line, t.patience);
    t.must(ending?.code === closeCodes.tooLarge && !ending.byKit, 'It ends the connection with 1009', {
      expected: '1009',
      actual: inWords(ending),
    });
  }),

  bad.audit('kept', ['LINK-BAD-006'], async (t) => {
    const line = await t.line();
    const lab = t.lab(line);
    const graph = lab.sketch({});
    await lab.load(graph);
    line.connection.sendRaw('no message');
    const ending = await endOf(line, t.patience);
    t.given(ending !== undefined, 'a bad message ends the connection');
    const again = await t.line();
    again.show(again.holding);
    t.mustEqual(instanceIn(again.hello), instanceIn(line.hello), 'It is the same runtime that comes back');
    const { params } = again.holding.message ?? {};
    const held = isRecord(params) ? recordsOf(params.graphs) : [];
    t.must(
      held.some(({ graphId }) => graphId === graph.graphId),
      'It holds the graph that it held before',
    );
  }),
];
