import { delay } from '../../link/sleep.ts';
import { findHelloError } from '../../link/runtime-under-test.ts';
import { toMessageExchange } from '../../link/link-client.ts';
import { defineLinkAuditArea } from '../../link/link-audit.ts';

const hello = defineLinkAuditArea('link-hello');

/** Milliseconds to listen for messages that a runtime must not send. */
const listenMs = 300;

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
