import { area } from '../../area.ts';
import { clientOf, tryConnect } from '../../lab/hub-client.ts';
import { inShort } from '../../target/http/in-short.ts';
import { TransportFailure } from '../../target/http/client.ts';
import { targetOf } from '../../target/session.ts';
import type { AuditTools, TargetInCondition } from '../../audit.ts';
import type { OpenAttempt } from '../../target/hub/open.ts';
import type { Reply } from '../../target/http/exchange.ts';

const instances = area('instances', 'condition:lan');

/** LAN mode as another machine finds it; this one counts as another where it comes by an address of its cards. */
const fromAfar = async (t: AuditTools): Promise<TargetInCondition> => {
  const lan = await t.under('lan');
  if (!lan.target.url.startsWith('https:')) t.unconfirmed(`${lan.target.url} is no HTTPS`);
  if (lan.target.loopback) {
    t.unverified("an address of LAN mode that is not loopback (the manifest's instances.lan.url)");
  }
  return lan;
};

const page = 'http://localhost:3000';
const foreign = ['https://example.com', 'http://localhost.example.com', 'http://192.0.2.7'];

const allowedBy = ({ headers }: Reply): string | undefined => headers['access-control-allow-origin'];

/** Whether somebody there answers health as a service does. */
const isServed = (reply: Reply): boolean => reply.ok && typeof reply.at('status') === 'string';

/** Audits of LAN mode. */
export const lanAudits = [
  instances.audit('lan-https', ['LAN-002'], async (t) => {
    const { http, target } = await fromAfar(t);
    const reply = await http.get('/api/health');
    t.must(isServed(reply), `LAN mode answers over HTTPS at ${target.url}`, inShort(reply));
  }),
  instances.audit(
    'lan-token',
    ['LAN-004'],
    { likelyCause: 'who is listed is taken for somebody who has the token' },
    async (t) => {
      const { http, target } = await fromAfar(t);
      t.given(target.token !== undefined, "a token of LAN mode (the manifest's instances.lan.token)");
      const known = await http.get('/api/types');
      t.given(known.ok, 'GET /api/types succeeds with the token', inShort(known));
      const change = { name: `${t.manifest.namespace}-lan` };
      const isWrongBorne = t.manifest.wrongTokens > 1;
      for (const token of [null, ...(isWrongBorne ? [`${target.token}x`] : [])]) {
        const caller = token === null ? 'without a token' : 'with a wrong token';
        const read = await http.get('/api/types', { token });
        t.mustNotSucceed(read, `GET /api/types does not succeed ${caller} in LAN mode`);
        const edit = await http.post('/api/graphs', change, { token });
        t.mustNotSucceed(edit, `POST /api/graphs does not succeed ${caller} in LAN mode`);
      }
      const attempt = await tryConnect(t, { target, token: null });
      t.observe('connecting to the hub without a token', attempt.ok ? 'accepted' : attempt.reason);
    },
  ),
  instances.audit(
    'lan-list',
    ['LAN-005'],
    { likelyCause: 'the list is asked for some addresses only, or not at all' },
    async (t) => {
      const { http, target } = await fromAfar(t);
      const listed = await http.get('/api/health');
      t.given(isServed(listed), 'whoever is listed is answered', inShort(listed));
      const { fingerprint: _, unlistedUrl = '', ...instance } = t.manifest.instances.lan ?? { url: '' };
      t.given(
        unlistedUrl !== '',
        "an address at which the kit is not listed (the manifest's instances.lan.unlistedUrl)",
      );
      const there = targetOf({ ...instance, url: unlistedUrl, eventsUrl: undefined, token: target.token });
      for (const path of ['/api/health', '/api/types']) {
        const reply = await t
          .clientAt(there)
          .get(path)
          .catch(absenceAt(t, unlistedUrl, target.url));
        t.must(
          reply === undefined || !reply.ok,
          `GET ${path} does not succeed where the caller is not listed`,
          {
            actual: reply && inShort(reply).actual,
          },
        );
      }
    },
  ),
  instances.audit('lan-health', ['HEALTH-013'], async (t) => {
    const { http } = await fromAfar(t);
    const health = await http.get('/api/health', { token: null });
    t.given(isServed(health), 'health answers without a token', inShort(health));
    for (const field of ['auth.tokenFile', 'auth.howToEnable']) {
      t.must(
        (health.at(field) ?? undefined) === undefined,
        `${field} is not told to a caller who is not on loopback`,
        {
          actual: health.at(field),
        },
      );
    }
  }),
  instances.audit(
    'lan-origins',
    ['CORS-005'],
    { likelyCause: 'the origins of pages are checked on loopback only' },
    async (t) => {
      const { http, target } = await fromAfar(t);
      const paths = ['/api/health', ...(target.token === undefined ? [] : ['/api/types'])];
      for (const path of paths) {
        const plain = await http.get(path);
        t.given(plain.ok, `${path} answers`, inShort(plain));
        const local = await http.get(path, { headers: { origin: page } });
        t.mustEqual(allowedBy(local), page, `${path} reflects ${page} in LAN mode`);
        for (const origin of foreign) {
          const allowed = allowedBy(await http.get(path, { headers: { origin } }));
          const isOpen = allowed === origin || allowed === '*';
          t.must(!isOpen, `${origin} is not reflected by ${path} in LAN mode`, { actual: allowed });
        }
      }
      const usual = await tryConnect(t, { target });
      if (!usual.ok || !(await isLive(t, usual))) return t.observe('the hub in LAN mode', usual);
      for (const origin of foreign) {
        const attempt = await tryConnect(t, { target, origin });
        t.must(
          !(attempt.ok && (await isLive(t, attempt))),
          `a page from ${origin} may not connect to the hub in LAN mode`,
        );
      }
    },
  ),
];

const isLive = async (t: AuditTools, attempt: OpenAttempt): Promise<boolean> =>
  (await clientOf(t, attempt).invoke('Subscribe', [['console.log']])).kind === 'done';

/** Nothing has to answer whoever is not listed. What stands nowhere near LAN mode shows nothing, though. */
const absenceAt =
  (t: AuditTools, there: string, lan: string) =>
  (failure: unknown): undefined => {
    if (!(failure instanceof TransportFailure)) throw failure;
    const isElsewhere = new URL(there).port !== new URL(lan).port;
    if (failure.kind === 'refused' && isElsewhere) t.unverified(`somebody who listens at ${there}`);
  };
