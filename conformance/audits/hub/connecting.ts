import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { clientOf, connect, tryConnect } from '../../lab/hub-client.ts';
import {
  consoleGets,
  consoleHas,
  consoleWriter,
  logParameters,
  newMarker,
} from '../../lab/console-writer.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';
import type { RequirementId } from '../../requirements/index.ts';

const hub = area('hub', 'token', 'runtime', 'events');
const openHub = area('hub', 'events');

/** Whether a command that a connection sends takes effect. */
const commandWorks = async (t: AuditTools, client: HubClient): Promise<boolean> => {
  const parameters = await logParameters(t);
  const marker = newMarker(t);
  const command = { Action: 'log.console', Parameters: parameters(marker), RequestId: crypto.randomUUID() };
  const completion = await client.invoke('SendAction', [command]);
  // A hub that refuses a call has no more to say of it.
  if (completion.kind === 'refused') return consoleHas(t, marker);
  await client.callback('ActionResponse', command.RequestId);
  return consoleGets(t, marker);
};

const other = { query: 'header', header: 'query' } as const;

/** The token is taken in one place; that it is taken in the other shows that the hub itself is well. */
const tokenAudit = (id: string, requirement: RequirementId, tokenIn: 'query' | 'header') =>
  hub.audit(
    id,
    [requirement],
    {
      likelyCause: `the token is not read from the ${tokenIn === 'query' ? 'query' : 'Authorization header'}`,
    },
    async (t) => {
      await (await consoleWriter(t))(newMarker(t));
      const attempt = await tryConnect(t, { tokenIn });
      if (attempt.ok && (await commandWorks(t, clientOf(t, attempt)))) {
        t.must(true, 'the token is taken');
        return;
      }
      const control = await connect(t, { tokenIn: other[tokenIn] });
      t.given(await commandWorks(t, control), 'a command works with the token in the other place');
      t.must(false, `the hub takes the token in the ${tokenIn}, as it does in the ${other[tokenIn]}`);
    },
  );

const isLive = async (client: HubClient): Promise<boolean> =>
  (await client.invoke('Subscribe', [['console.log']])).kind === 'done';

const loopbackOrigins = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000'];
const foreignOrigins = ['https://example.com', 'http://localhost.example.com', 'http://192.0.2.7'];

export const connectingAudits = [
  openHub.audit('address', ['HUB-001', 'OVER-LAYER-005'], async (t) => {
    const usual = `${t.target.url.replace(/^http/, 'ws')}/api/events`;
    t.given(
      t.target.eventsUrl === usual,
      `the hub is looked for at ${usual}; --events-url names another place`,
    );
    const first = await tryConnect(t);
    // Whatever wire a hub speaks, where it stands something is found.
    const nothing = !first.ok && first.statuses.every((status) => status === 404);
    const found = t.of('HUB-001', 'OVER-LAYER-005');
    const detail = { actual: first.ok || first.reason };
    if (!found.must(!nothing, `there is a hub at ${usual}`, detail)) return;
    const client = clientOf(t, first);
    const completion = await client.invoke('Subscribe', [['console.log']]);
    t.given(
      completion.kind !== 'unanswered',
      'a hub that tells when Subscribe is done, as its protocol has it',
    );
    found.must(completion.kind === 'done', 'the hub at /api/events accepts Subscribe', {
      actual: completion,
    });
    for (const mode of ['direct', 'negotiated'] as const) {
      const attempt = await tryConnect(t, { mode });
      t.observe(`connects ${mode}`, attempt.ok || attempt.reason);
    }
  }),
  tokenAudit('token-in-query', 'AUTH-HUB-002', 'query'),
  tokenAudit('token-in-header', 'AUTH-HUB-003', 'header'),
  openHub.audit(
    'origin',
    ['CORS-006'],
    { likelyCause: 'Origin is checked for REST only, or by the beginning of the name' },
    async (t) => {
      t.given(await isLive(await connect(t)), 'the hub answers a client that sends no Origin');
      for (const origin of loopbackOrigins) {
        const attempt = await tryConnect(t, { origin });
        const live = attempt.ok && (await isLive(clientOf(t, attempt)));
        t.must(live, `a page from ${origin} may connect`, { actual: attempt.ok || attempt.reason });
      }
      for (const origin of foreignOrigins) {
        const attempt = await tryConnect(t, { origin });
        const live = attempt.ok && (await isLive(clientOf(t, attempt)));
        t.must(!live, `a page from ${origin} may not connect`, { expected: 'refused', actual: 'connected' });
      }
      t.given(await isLive(await connect(t)), 'the hub goes on answering a client that sends no Origin');
      const opaque = await tryConnect(t, { origin: 'null' });
      t.observe('Origin: null', opaque.ok ? 'connects' : opaque.reason);
    },
  ),
  hub.audit(
    'commands-need-token',
    ['AUTH-HUB-001'],
    { likelyCause: 'the hub runs commands without looking at the token' },
    async (t) => {
      const parameters = await logParameters(t);
      t.given(await commandWorks(t, await connect(t)), 'SendAction works with the token');
      const command = (marker: string) => ({
        Action: 'log.console',
        Parameters: parameters(marker),
        RequestId: crypto.randomUUID(),
      });
      for (const token of [null, `wrong-${newMarker(t)}`]) {
        const caller = token === null ? 'without a token' : 'with a wrong token';
        const attempt = await tryConnect(t, { token });
        t.observe(`connecting ${caller}`, attempt.ok ? 'accepted' : attempt.reason);
        if (!attempt.ok) continue;
        const client = clientOf(t, attempt);
        const single = newMarker(t);
        const batched = newMarker(t);
        const endings = [
          await client.invoke('SendAction', [command(single)]),
          await client.invoke('SendActionBatch', [[command(batched)], false]),
        ];
        t.observe(`SendAction, SendActionBatch ${caller}`, endings);
        // The proof that refused commands had their time: a later one, with the token, has taken effect.
        t.given(await commandWorks(t, await connect(t)), 'SendAction works with the token');
        t.must(!(await consoleHas(t, single)), `SendAction ${caller} has no effect`);
        t.must(!(await consoleHas(t, batched)), `SendActionBatch ${caller} has no effect`);
        const granted = client.calls('ActionResponse').filter(({ args }) => speaksOf(args, single));
        t.observe(`ActionResponse ${caller}`, granted);
      }
      t.must(true, 'no command ran without the token');
    },
  ),
];
