import { isRecord } from '../../json.ts';
import { defineLinkAuditArea } from '../../link/link-audit.ts';
import { formatCloseInfo, type LinkClient, nonexistentGraphId } from '../../link/link-client.ts';
import { type CloseInfo, delay, encodeMessage } from '../../link/link-connection.ts';
import { closeCodes, limits } from '../../link/link-schemas.ts';
import { getInstanceId, listHeldGraphs } from './held-state.ts';
import type { LinkTimeouts } from '../../link/runtime-under-test.ts';
import type { RequirementId } from '../../requirements/index.ts';

const badMessages = defineLinkAuditArea('link-bad-messages');

/**
 * Codes with which a connection ends after a message that is too large. A library may end the connection without a close
 * frame, because it can't read the rest of the message. WebSocket reports this as 1006.
 */
const tooLargeCodes: readonly number[] = [closeCodes.tooLarge, 1006];

/** Waits until the runtime closes the connection. */
const waitForClose = (line: LinkClient, { eventMs }: LinkTimeouts): Promise<CloseInfo | undefined> =>
  Promise.race([line.connection.closed, delay(eventMs)]);

/**
 * The codes with which a runtime may close the connection after a bad message. Browsers can't send 1002, but not every
 * runtime that sends `Origin` is a page in a browser.
 */
const listBreachCodes = ({ connection }: LinkClient): readonly number[] =>
  connection.isBrowser ? [closeCodes.breach, closeCodes.browser] : [closeCodes.breach];

const describeClose = (closeInfo: CloseInfo | undefined): string =>
  closeInfo ? `it ended with ${formatCloseInfo(closeInfo)}` : 'it stayed open';

const defineBadMessageAudit = (
  name: string,
  id: RequirementId,
  what: string,
  break_: (line: LinkClient) => void,
) =>
  badMessages.audit(name, [id], async (t) => {
    const line = await t.connect();
    const { result } = await line.runCommand('graph.stop', { graphId: nonexistentGraphId });
    t.given(isRecord(result), 'a connection that responds');
    break_(line);
    const closeInfo = await waitForClose(line, t.timeouts);
    const codes = listBreachCodes(line);
    t.must(
      closeInfo !== undefined && codes.includes(closeInfo.code) && !closeInfo.byKit,
      `${what} closes the connection with ${codes.join(' or ')}`,
      { expected: codes.join(' or '), actual: describeClose(closeInfo) },
    );
  });

export const badMessageAudits = [
  defineBadMessageAudit('no-json', 'LINK-BAD-001', 'Text that is not JSON', ({ connection }) =>
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
      offset > 0 ? 'An id that skips a number' : 'An id that was used before',
      ({ connection }) =>
        connection.send({
          id: connection.sentCommands.size + 1 + offset,
          ...{ method: 'graph.stop', params: { graphId: nonexistentGraphId } },
        }),
    ),
  ),
  defineBadMessageAudit(
    'no-messagepack',
    'LINK-BAD-004',
    'Bytes that are not MessagePack',
    ({ connection }) => connection.sendRaw(Uint8Array.of(0xc1, 0xff, 0x00)),
  ),

  defineBadMessageAudit(
    'stray-answer',
    'LINK-BAD-007',
    'A response to a request that was never sent',
    ({ connection }) => connection.send({ id: 5, result: {} }),
  ),
  defineBadMessageAudit(
    'packed',
    'LINK-BAD-008',
    'A MessagePack command when JSON was negotiated',
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
    const closeInfo = await waitForClose(line, t.timeouts);
    t.must(
      closeInfo !== undefined &&
        (tooLargeCodes.includes(closeInfo.code) ||
          (line.connection.isBrowser && closeInfo.code === closeCodes.browser)) &&
        !closeInfo.byKit,
      'The runtime closes the connection with 1009',
      { expected: '1009, or 1006 if no close frame arrives', actual: describeClose(closeInfo) },
    );
  }),

  badMessages.audit('kept', ['LINK-BAD-006'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const graph = fixtures.createGraph({});
    await fixtures.loadGraph(graph);
    line.connection.sendRaw('no message');
    const closeInfo = await waitForClose(line, t.timeouts);
    t.given(closeInfo !== undefined, 'a bad message closes the connection');
    const reconnected = await t.connect();
    reconnected.recordMessage(reconnected.holding);
    t.mustEqual(getInstanceId(reconnected.hello), getInstanceId(line.hello), 'The same runtime reconnects');
    t.must(
      listHeldGraphs(reconnected.holding).some(({ graphId }) => graphId === graph.graphId),
      'The runtime still has its graph',
    );
  }),
];
