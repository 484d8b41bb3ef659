import { defineLinkAuditArea } from '../../link/link-audit.ts';
import { toMessageExchange } from '../../link/link-client.ts';
import {
  delay,
  encodeMessage,
  type LinkConnection,
  type ReceivedMessage,
} from '../../link/link-connection.ts';
import { closeCodes, errorCodes } from '../../link/link-schemas.ts';
import { createHelloResult, findHelloError } from '../../link/runtime-under-test.ts';

const hello = defineLinkAuditArea('link-hello');

/** Milliseconds to listen for messages that a runtime must not send. */
const listenMs = 300;

const refusals = defineLinkAuditArea('link-refusals');

const rejectionPeriodMs = 1_000;
const maxConnectsPerSecond = 20;
const closeDelayMs = 300;

const receiveHello = (connection: LinkConnection, timeoutMs: number): Promise<ReceivedMessage | undefined> =>
  connection.inbox.until(({ message }) => message?.method === 'hello', timeoutMs);

const rejectHello = (
  connection: LinkConnection,
  hello: ReceivedMessage,
  code: number,
  message: string,
): void => connection.sendRaw(encodeMessage({ id: hello.message?.id, error: { code, message } }, 'json'));

export const helloAudits = [
  hello.audit('first', ['LINK-HELLO-001', 'LINK-HELLO-002', 'LINK-HELLO-003'], async (t) => {
    const connection = await t.runtime.acceptConnection();
    const { inbox } = connection;
    const first = await inbox.until(() => true, t.timeouts.helloMs);
    if (first) t.record(toMessageExchange(t.runtime.server.url, first));
    t.for('LINK-HELLO-001').must(
      first?.message?.method === 'hello' && first.message.id !== undefined && !first.isBinary,
      'The first message of a connection is the request hello, in text',
      { actual: first?.text ?? 'nothing' },
    );
    const greeting = await inbox.until(({ message }) => message?.method === 'hello', t.timeouts.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    if (!greeting) return;
    const fault = findHelloError(greeting);
    t.for('LINK-HELLO-002').must(fault === undefined, 'hello matches its schema', { actual: fault });
    await delay(listenMs);
    await connection.ping(t.timeouts.eventMs);
    const early = inbox.all.filter((received) => received !== greeting);
    t.for('LINK-HELLO-003').must(early.length === 0, 'No message but hello arrives before its response', {
      actual: early.map(({ text }) => text),
    });
    // A failed handshake is ignored here, because other audits check what happens after the response.
    await t.runtime.handshake(connection).catch(() => {});
  }),
];

export const refusalAudits = [
  ...(
    [
      ['occupied', errorCodes.occupied, 'Another runtime is connected.'],
      ['version', errorCodes.protocol, 'The service speaks another version of the runtime link.'],
    ] as const
  ).map(([name, code, reason]) =>
    refusals.audit(name, ['LINK-HELLO-004', 'LINK-HELLO-005'], async (t) => {
      const first = await t.runtime.acceptConnection();
      const greeting = await receiveHello(first, t.timeouts.helloMs);
      t.given(greeting !== undefined, 'a runtime that says hello');
      if (!greeting) return;
      t.record(toMessageExchange(t.runtime.server.url, greeting));
      const from = first.inbox.all.length;
      rejectHello(first, greeting, code, reason);
      await Promise.race([first.closed, delay(closeDelayMs)]);
      t.for('LINK-HELLO-004').must(
        first.inbox.all.length === from,
        'No message arrives once hello is rejected',
        { actual: first.inbox.all.slice(from).map(({ text }) => text) },
      );
      first.close(closeCodes.refused, reason);

      const { connections } = t.runtime.server;
      const since = connections.length;
      const end = performance.now() + rejectionPeriodMs;
      let next = since;
      for (;;) {
        const leftMs = end - performance.now();
        const nextConnection =
          leftMs > 0 ? await t.runtime.server.waitForConnection(next, leftMs) : undefined;
        if (!nextConnection) break;
        next = connections.indexOf(nextConnection) + 1;
        const received = await receiveHello(nextConnection, t.timeouts.helloMs);
        if (received) rejectHello(nextConnection, received, code, reason);
        nextConnection.close(closeCodes.refused, reason);
      }
      const count = connections.length - since;
      t.observe('connections within a second of a rejection', count);
      t.for('LINK-HELLO-005').must(
        count <= maxConnectsPerSecond,
        `A rejected runtime reconnects at most ${maxConnectsPerSecond} times per second`,
        { actual: count },
      );
    }),
  ),

  refusals.audit('foreign-version', ['LINK-HELLO-006'], async (t) => {
    const connection = await t.runtime.acceptConnection();
    const greeting = await receiveHello(connection, t.timeouts.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    if (!greeting) return;
    t.record(toMessageExchange(t.runtime.server.url, greeting));
    const welcome = { id: greeting.message?.id, result: createHelloResult('json', '0.0.0', 999_999) };
    connection.sendRaw(encodeMessage(welcome, 'json'));
    const ended = await Promise.race([connection.closed, delay(closeDelayMs)]);
    t.should(ended !== undefined, 'A version that was not offered closes the connection');
  }),
];
