import { delay } from '../../link/delay.ts';
import { closeCodes, limits } from '../../link/link-schemas.ts';
import { encodeMessage } from '../../link/message-encoding.ts';
import { nonexistentGraphId, formatCloseInfo, type LinkClient } from '../../link/link-client.ts';
import { defineLinkAuditArea } from '../../link/link-audit.ts';
import { isRecord, filterRecords } from '../../json.ts';
import { getInstanceId } from './coming-up.ts';
import type { CloseInfo } from '../../link/link-connection.ts';
import type { LinkTimeouts } from '../../link/runtime-under-test.ts';
import type { RequirementId } from '../../requirements/index.ts';

const badMessages = defineLinkAuditArea('link-bad-messages');

/** How the runtime ends the connection. */
const waitForClose = (line: LinkClient, { eventMs }: LinkTimeouts): Promise<CloseInfo | undefined> =>
  Promise.race([line.connection.closed, delay(eventMs)]);

const describeClose = (ending: CloseInfo | undefined): string =>
  ending ? `it ended with ${formatCloseInfo(ending)}` : 'it went on';

const defineBadMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  break_: (line: LinkClient) => void,
) =>
  badMessages.audit(name, [id], async (t) => {
    const line = await t.connect();
    const { result } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    t.given(isRecord(result), 'a connection that serves');
    break_(line);
    const ending = await waitForClose(line, t.timeouts);
    t.must(ending?.code === closeCodes.breach && !ending.byKit, `${what} ends the connection with 1002`, {
      expected: '1002',
      actual: describeClose(ending),
    });
  });

export const badMessageAudits = [
  defineBadMessageAudit('no-json', 'LINK-BAD-001', 'Text that is no JSON', ({ connection }) =>
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
    defineBadMessageAudit(name, 'LINK-BAD-002', `A message such as ${text}`, ({ connection }) =>
      connection.sendRaw(text),
    ),
  ),
  ...([5, -1] as const).map((offset) =>
    defineBadMessageAudit(
      offset > 0 ? 'id-skipped' : 'id-repeated',
      'LINK-BAD-003',
      offset > 0 ? 'An id that skips others' : 'An id that was there before',
      ({ connection }) =>
        connection.send({
          id: connection.sentCommands.size + 1 + offset,
          ...{ method: 'graph.stop', params: { graphId: nonexistentGraphId } },
        }),
    ),
  ),
  defineBadMessageAudit('no-messagepack', 'LINK-BAD-004', 'Bytes that are no MessagePack', ({ connection }) =>
    connection.sendRaw(Uint8Array.of(0xc1, 0xff, 0x00)),
  ),

  defineBadMessageAudit('stray-answer', 'LINK-BAD-007', 'An answer to what was not asked', ({ connection }) =>
    connection.send({ id: 5, result: {} }),
  ),
  defineBadMessageAudit(
    'packed',
    'LINK-BAD-008',
    'A command in MessagePack where JSON was agreed upon',
    ({ connection }) => {
      const command = { method: 'graph.stop', params: { graphId: nonexistentGraphId } };
      connection.sendRaw(encodeMessage({ id: connection.sentCommands.size + 1, ...command }, 'messagepack'));
    },
  ),

  badMessages.audit('too-large', ['LINK-BAD-005'], async (t) => {
    const line = await t.connect();
    await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    const padding = ' '.repeat(limits.messageBytes);
    line.connection.sendRaw(`{"jsonrpc":"2.0","method":"cancel","params":{"id":1}${padding}}`);
    const ending = await waitForClose(line, t.timeouts);
    t.must(ending?.code === closeCodes.tooLarge && !ending.byKit, 'It ends the connection with 1009', {
      expected: '1009',
      actual: describeClose(ending),
    });
  }),

  badMessages.audit('kept', ['LINK-BAD-006'], async (t) => {
    const line = await t.connect();
    const lab = t.createFixtures(line);
    const graph = lab.createGraph({});
    await lab.loadGraph(graph);
    line.connection.sendRaw('no message');
    const ending = await waitForClose(line, t.timeouts);
    t.given(ending !== undefined, 'a bad message ends the connection');
    const again = await t.connect();
    again.recordMessage(again.holding);
    t.mustEqual(
      getInstanceId(again.hello),
      getInstanceId(line.hello),
      'It is the same runtime that comes back',
    );
    const { params } = again.holding.message ?? {};
    const held = isRecord(params) ? filterRecords(params.graphs) : [];
    t.must(
      held.some(({ graphId }) => graphId === graph.graphId),
      'It holds the graph that it held before',
    );
  }),
];
