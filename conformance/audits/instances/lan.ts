import { toHubClient, tryConnectHub } from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea, type TargetInCondition } from '../../audit.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { TransportError } from '../../target/http/transport.ts';
import { toTargetInfo } from '../../target/session.ts';
import type { HubAttempt } from '../../target/hub/open-hub.ts';

const instances = defineAuditArea('instances', 'condition:lan');

/**
 * Connects to the target in LAN mode as another machine would. When the kit uses the address of a network card, this
 * machine counts as another machine.
 */
const enterLanMode = async (t: AuditTools): Promise<TargetInCondition> => {
  const lan = await t.underCondition('lan');
  if (!lan.target.url.startsWith('https:')) t.harnessError(`${lan.target.url} is HTTPS`);
  if (lan.target.loopback) {
    t.unverified("a LAN mode address that is not loopback (the manifest's instances.lan.url)");
  }
  return lan;
};

const pagePath = 'http://localhost:3000';
const foreignOrigin = ['https://example.com', 'http://localhost.example.com', 'http://192.0.2.7'];

const getAllowedOrigin = ({ headers }: Reply): string | undefined => headers['access-control-allow-origin'];

/** Whether the response to a health check comes from a service. */
const servesHealth = (reply: Reply): boolean => reply.ok && typeof reply.at('status') === 'string';

export const audits = [
  instances.audit('lan-https', ['LAN-002'], async (t) => {
    const { http, target } = await enterLanMode(t);
    const reply = await http.get('/api/health');
    t.must(servesHealth(reply), `LAN mode responds over HTTPS at ${target.url}`, describeReply(reply));
  }),
  instances
    .with({ likelyCause: 'a caller on the list is treated as one with the token' })
    .audit('lan-token', ['LAN-004'], async (t) => {
      const { http, target } = await enterLanMode(t);
      t.given(target.token !== undefined, "a LAN mode token (the manifest's instances.lan.token)");
      const reachable = await http.get('/api/types');
      t.givenSuccess(reachable, 'GET /api/types succeeds with the token');
      const change = { name: `${t.manifest.namespace}-lan` };
      const allowsWrongTokens = t.manifest.wrongTokens > 1;
      for (const token of [null, ...(allowsWrongTokens ? [`${target.token}x`] : [])]) {
        const caller = token === null ? 'without a token' : 'with a wrong token';
        const read = await http.get('/api/types', { token });
        t.mustNotSucceed(read, `GET /api/types does not succeed ${caller} in LAN mode`);
        const edit = await http.post('/api/graphs', change, { token });
        t.mustNotSucceed(edit, `POST /api/graphs does not succeed ${caller} in LAN mode`);
      }
      const attempt = await tryConnectHub(t, { target, token: null });
      t.observe('connecting to the hub without a token', attempt.ok ? 'accepted' : attempt.reason);
    }),
  instances
    .with({ likelyCause: 'the list is checked for some addresses only, or not at all' })
    .audit('lan-list', ['LAN-005'], async (t) => {
      const { http, target } = await enterLanMode(t);
      const listed = await http.get('/api/health');
      t.given(servesHealth(listed), 'a caller on the list gets a response', describeReply(listed));
      const { fingerprint: _, unlistedUrl = '', ...instance } = t.manifest.instances.lan ?? { url: '' };
      t.given(
        unlistedUrl !== '',
        "an address from which the kit is not on the list (the manifest's instances.lan.unlistedUrl)",
      );
      const lanTarget = toTargetInfo({
        ...instance,
        url: unlistedUrl,
        eventsUrl: undefined,
        token: target.token,
      });
      for (const path of ['/api/health', '/api/types']) {
        const reply = await t
          .createClientAt(lanTarget)
          .get(path)
          .catch(checkUnreachable(t, unlistedUrl, target.url));
        t.must(
          reply === undefined || !reply.ok,
          `GET ${path} does not succeed from an address that is not on the list`,
          { actual: reply && describeReply(reply).actual },
        );
      }
    }),
  instances.audit('lan-health', ['HEALTH-013'], async (t) => {
    const { http } = await enterLanMode(t);
    const health = await http.get('/api/health', { token: null });
    t.given(servesHealth(health), 'health succeeds without a token', describeReply(health));
    for (const field of ['auth.tokenFile', 'auth.howToEnable']) {
      t.must(
        (health.at(field) ?? undefined) === undefined,
        `${field} is not revealed to a caller outside loopback`,
        { actual: health.at(field) },
      );
    }
  }),
  instances
    .with({ likelyCause: 'page origins are checked on loopback only' })
    .audit('lan-origins', ['CORS-005'], async (t) => {
      const { http, target } = await enterLanMode(t);
      const paths = ['/api/health', ...(target.token === undefined ? [] : ['/api/types'])];
      for (const path of paths) {
        const withoutOrigin = await http.get(path);
        t.givenSuccess(withoutOrigin, `${path} answers`);
        const withLocalOrigin = await http.get(path, { headers: { origin: pagePath } });
        t.mustEqual(getAllowedOrigin(withLocalOrigin), pagePath, `${path} reflects ${pagePath} in LAN mode`);
        for (const origin of foreignOrigin) {
          const allowed = getAllowedOrigin(await http.get(path, { headers: { origin } }));
          const isOpen = allowed === origin || allowed === '*';
          t.must(!isOpen, `${origin} is not reflected by ${path} in LAN mode`, { actual: allowed });
        }
      }
      const attempt = await tryConnectHub(t, { target });
      if (!attempt.ok || !(await connectsToHub(t, attempt))) return t.observe('the hub in LAN mode', attempt);
      for (const origin of foreignOrigin) {
        const attempt = await tryConnectHub(t, { target, origin });
        t.must(
          !(attempt.ok && (await connectsToHub(t, attempt))),
          `a page from ${origin} cannot connect to the hub in LAN mode`,
        );
      }
    }),
];

const connectsToHub = async (t: AuditTools, attempt: HubAttempt): Promise<boolean> =>
  (await toHubClient(t, attempt).invoke('Subscribe', [['console.log']])).kind === 'done';

/**
 * Creates a handler for failed connections. A caller that is not on the list need not receive a response, but the
 * failure proves nothing at an address that is unrelated to LAN mode.
 */
const checkUnreachable =
  (t: AuditTools, url: string, lan: string) =>
  (failure: unknown): undefined => {
    if (!(failure instanceof TransportError)) throw failure;
    const isOtherPort = new URL(url).port !== new URL(lan).port;
    if (failure.kind === 'refused' && isOtherPort) t.unverified(`a listener at ${url}`);
  };
