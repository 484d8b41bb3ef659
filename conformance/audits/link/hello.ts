import { later } from '../../link/later.ts';
import { helloFault } from '../../link/guest.ts';
import { heardExchange } from '../../link/line.ts';
import { linkArea } from '../../link/link-audit.ts';

const hello = linkArea('link-hello');

/** How long a runtime has to say what it should not, in milliseconds. */
const temptationMs = 300;

export const helloAudits = [
  hello.audit('first', ['LINK-HELLO-001', 'LINK-HELLO-002', 'LINK-HELLO-003'], async (t) => {
    const connection = await t.guest.knock();
    const { inbox } = connection;
    const first = await inbox.until(() => true, t.patience.helloMs);
    if (first) t.record(heardExchange(t.guest.host.url, first));
    t.of('LINK-HELLO-001').must(
      first?.message?.method === 'hello' && first.message.id !== undefined && !first.isBinary,
      'The first message of a connection is the request hello, in text',
      { actual: first?.text ?? 'nothing' },
    );
    const greeting = await inbox.until(({ message }) => message?.method === 'hello', t.patience.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    if (!greeting) return;
    const fault = helloFault(greeting);
    t.of('LINK-HELLO-002').must(fault === undefined, 'hello is as the schema has it', { actual: fault });
    await later(temptationMs);
    await connection.ping(t.patience.eventMs);
    const early = inbox.all.filter((heard) => heard !== greeting);
    t.of('LINK-HELLO-003').must(early.length === 0, 'Nothing but hello comes before its answer', {
      actual: early.map(({ text }) => text),
    });
    // what comes behind the answer is judged elsewhere
    await t.guest.receive(connection).catch(() => {});
  }),
];
