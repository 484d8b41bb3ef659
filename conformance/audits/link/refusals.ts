import { later } from '../../link/later.ts';
import { closeCodes, errorCodes } from '../../link/contract.ts';
import { encodeMessage } from '../../link/encoding.ts';
import { welcomeIn } from '../../link/guest.ts';
import { heardExchange } from '../../link/line.ts';
import { linkArea } from '../../link/link-audit.ts';
import type { LinkConnection, Heard } from '../../link/connection.ts';

const refusals = linkArea('link-refusals');

const refusedForMs = 1_000;
const mostInASecond = 20;
const lingerMs = 300;

const helloOf = (connection: LinkConnection, timeoutMs: number): Promise<Heard | undefined> =>
  connection.inbox.until(({ message }) => message?.method === 'hello', timeoutMs);

const refuse = (connection: LinkConnection, hello: Heard, code: number, message: string): void =>
  connection.sendRaw(encodeMessage({ id: hello.message?.id, error: { code, message } }, 'json'));

export const refusalAudits = [
  ...(
    [
      ['occupied', errorCodes.occupied, 'Another runtime is connected.'],
      ['version', errorCodes.protocol, 'The service speaks another version of the runtime link.'],
    ] as const
  ).map(([name, code, reason]) =>
    refusals.audit(name, ['LINK-HELLO-004', 'LINK-HELLO-005'], async (t) => {
      const first = await t.guest.knock();
      const greeting = await helloOf(first, t.patience.helloMs);
      t.given(greeting !== undefined, 'a runtime that says hello');
      if (!greeting) return;
      t.record(heardExchange(t.guest.host.url, greeting));
      const from = first.inbox.all.length;
      refuse(first, greeting, code, reason);
      await Promise.race([first.closed, later(lingerMs)]);
      t.of('LINK-HELLO-004').must(first.inbox.all.length === from, 'Nothing comes once hello is refused', {
        actual: first.inbox.all.slice(from).map(({ text }) => text),
      });
      first.close(closeCodes.refused, reason);

      const { connections } = t.guest.host;
      const since = connections.length;
      const end = performance.now() + refusedForMs;
      let next = since;
      for (;;) {
        const leftMs = end - performance.now();
        const again = leftMs > 0 ? await t.guest.host.next(next, leftMs) : undefined;
        if (!again) break;
        next = connections.indexOf(again) + 1;
        const said = await helloOf(again, t.patience.helloMs);
        if (said) refuse(again, said, code, reason);
        again.close(closeCodes.refused, reason);
      }
      const count = connections.length - since;
      t.observe('connections within a second of being refused', count);
      t.of('LINK-HELLO-005').must(
        count <= mostInASecond,
        `A runtime that is refused comes back at most ${mostInASecond} times in a second`,
        { actual: count },
      );
    }),
  ),

  refusals.audit('foreign-version', ['LINK-HELLO-006'], async (t) => {
    const connection = await t.guest.knock();
    const greeting = await helloOf(connection, t.patience.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    if (!greeting) return;
    t.record(heardExchange(t.guest.host.url, greeting));
    const welcome = { id: greeting.message?.id, result: welcomeIn('json', '0.0.0', 999_999) };
    connection.sendRaw(encodeMessage(welcome, 'json'));
    const ended = await Promise.race([connection.closed, later(lingerMs)]);
    t.should(ended !== undefined, 'A version that was not offered ends the connection');
  }),
];
