import {
  createConsoleWriter,
  createLogParameters,
  createUniqueText,
  isInConsole,
  waitForConsoleEntry,
} from '../../audit-helpers/console-writer.ts';
import { connectHub, type HubClient, toHubClient, tryConnectHub } from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import type { RequirementId } from '../../requirements/index.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');
const publicHub = defineAuditArea('hub', 'events');

/** Whether commands that are sent over a connection take effect. */
const canRunCommands = async (t: AuditTools, client: HubClient): Promise<boolean> => {
  const parameters = await createLogParameters(t);
  const marker = createUniqueText(t);
  const command = { Action: 'log.console', Parameters: parameters(marker), RequestId: crypto.randomUUID() };
  const completion = await client.invoke('SendAction', [command]);
  // A hub that rejects a call does not send a response event.
  if (completion.kind === 'refused') return isInConsole(t, marker);
  await client.callback('ActionResponse', command.RequestId);
  return waitForConsoleEntry(t, marker);
};

const otherTokenLocation = { query: 'header', header: 'query' } as const;

/**
 * Defines an audit that connects with the token in one location. If this fails, connecting with the token in the other
 * location shows that the hub itself works.
 */
const defineTokenAudit = (id: string, requirement: RequirementId, tokenLocation: 'query' | 'header') =>
  hub
    .with({
      likelyCause: `the token is not read from the ${tokenLocation === 'query' ? 'query' : 'Authorization header'}`,
    })
    .audit(id, [requirement], async (t) => {
      await (await createConsoleWriter(t))(createUniqueText(t));
      const attempt = await tryConnectHub(t, { tokenIn: tokenLocation });
      if (attempt.ok && (await canRunCommands(t, toHubClient(t, attempt)))) {
        t.must(true, 'the token is accepted');
        return;
      }
      const control = await connectHub(t, { tokenIn: otherTokenLocation[tokenLocation] });
      t.given(await canRunCommands(t, control), 'a command works with the token in the other location');
      t.must(
        false,
        `the hub accepts the token in the ${tokenLocation}, as it does in the ${otherTokenLocation[tokenLocation]}`,
      );
    });

const isConnected = async (client: HubClient): Promise<boolean> =>
  (await client.invoke('Subscribe', [['console.log']])).kind === 'done';

const loopbackOrigins = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'];
const foreignOrigins = ['https://example.com', 'http://localhost.example.com', 'http://192.0.2.7'];

export const audits = [
  publicHub.audit('address', ['HUB-001', 'OVER-LAYER-005'], async (t) => {
    const eventsUrl = `${t.target.url.replace(/^http/, 'ws')}/api/events`;
    t.given(
      t.target.eventsUrl === eventsUrl,
      `the kit looks for the hub at ${eventsUrl}; --events-url names another URL`,
    );
    const first = await tryConnectHub(t);
    // Regardless of its protocol, a hub does not answer every request at its URL with 404.
    const isUnserved = !first.ok && first.statuses.every((status) => status === 404);
    const assertions = t.for('HUB-001', 'OVER-LAYER-005');
    const detail = { actual: first.ok || first.reason };
    if (!assertions.must(!isUnserved, `there is a hub at ${eventsUrl}`, detail)) return;
    const client = toHubClient(t, first);
    const completion = await client.invoke('Subscribe', [['console.log']]);
    t.given(completion.kind !== 'unanswered', 'a hub that confirms Subscribe as its protocol requires');
    assertions.must(completion.kind === 'done', 'the hub at /api/events accepts Subscribe', {
      actual: completion,
    });
    for (const mode of ['direct', 'negotiated'] as const) {
      const attempt = await tryConnectHub(t, { mode });
      t.observe(`connects ${mode}`, attempt.ok || attempt.reason);
    }
  }),
  defineTokenAudit('token-in-query', 'AUTH-HUB-002', 'query'),
  defineTokenAudit('token-in-header', 'AUTH-HUB-003', 'header'),
  publicHub
    .with({ likelyCause: 'Origin is checked for REST only, or by prefix of the host name' })
    .audit('origin', ['CORS-006'], async (t) => {
      t.given(await isConnected(await connectHub(t)), 'the hub serves a client that sends no Origin');
      for (const origin of loopbackOrigins) {
        const attempt = await tryConnectHub(t, { origin });
        const live = attempt.ok && (await isConnected(toHubClient(t, attempt)));
        t.must(live, `a page from ${origin} can connect`, { actual: attempt.ok || attempt.reason });
      }
      for (const origin of foreignOrigins) {
        const attempt = await tryConnectHub(t, { origin });
        const live = attempt.ok && (await isConnected(toHubClient(t, attempt)));
        t.must(!live, `a page from ${origin} cannot connect`, { expected: 'refused', actual: 'connected' });
      }
      t.given(await isConnected(await connectHub(t)), 'the hub still serves a client that sends no Origin');
      const nullOrigin = await tryConnectHub(t, { origin: 'null' });
      t.observe('Origin: null', nullOrigin.ok ? 'connects' : nullOrigin.reason);
    }),
  hub
    .with({ likelyCause: 'the hub runs commands without checking the token' })
    .audit('commands-need-token', ['AUTH-HUB-001'], async (t) => {
      const parameters = await createLogParameters(t);
      t.given(await canRunCommands(t, await connectHub(t)), 'SendAction works with the token');
      const command = (marker: string) => ({
        Action: 'log.console',
        Parameters: parameters(marker),
        RequestId: crypto.randomUUID(),
      });
      for (const token of [null, `wrong-${createUniqueText(t)}`]) {
        const caller = token === null ? 'without a token' : 'with a wrong token';
        const attempt = await tryConnectHub(t, { token });
        t.observe(`connecting ${caller}`, attempt.ok ? 'accepted' : attempt.reason);
        if (!attempt.ok) continue;
        const client = toHubClient(t, attempt);
        const single = createUniqueText(t);
        const batched = createUniqueText(t);
        const completions = [
          await client.invoke('SendAction', [command(single)]),
          await client.invoke('SendActionBatch', [[command(batched)], false]),
        ];
        t.observe(`SendAction, SendActionBatch ${caller}`, completions);
        // By the time a later command with the token has taken effect, the rejected commands would have taken effect as
        // well.
        t.given(await canRunCommands(t, await connectHub(t)), 'SendAction works with the token');
        t.must(!(await isInConsole(t, single)), `SendAction ${caller} has no effect`);
        t.must(!(await isInConsole(t, batched)), `SendActionBatch ${caller} has no effect`);
        const granted = client.calls('ActionResponse').filter(({ args }) => includesText(args, single));
        t.observe(`ActionResponse ${caller}`, granted);
      }
      t.must(true, 'no command ran without the token');
    }),
];
