import { inShort } from '../../target/http/in-short.ts';
import { isRecord, recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import type { AuditContext } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { RequirementId } from '../../requirements/index.ts';

const consoleWithoutRuntime = area('console', 'token');
const consoleArea = area('console', 'token', 'runtime');
const destructiveConsole = area('console', 'token', 'runtime', 'destructive');

const entriesOf = (t: AuditContext, reply: Reply): readonly JsonRecord[] =>
  recordsOf(t.fields.items(reply.json));

/** A text that is in the console only because this audit wrote it. */
const marker = (t: AuditContext, words: string): string =>
  `${words} ${t.seed}-${Math.round(performance.now() * 1000)}`;

/** Writes entries and reads them back; NOT_VERIFIED when they do not arrive. */
const written = async (t: AuditContext, count: number): Promise<readonly JsonRecord[]> => {
  const text = marker(t, 'console');
  const parameters = await workingLog(t, text);
  for (let more = 1; more < count; more += 1) {
    t.given((await t.http.post(actionPath('log.console'), parameters)).ok, 'log.console succeeds');
  }
  const reply = await t.http.get('/api/console?limit=500');
  const entries = entriesOf(t, reply);
  t.given(
    reply.ok &&
      entries.filter((entry) => JSON.stringify(entry).includes(text)).length === Math.min(count, 500),
    'written entries are read back',
  );
  return entries;
};

const millisecondsOf = (t: AuditContext, entry: JsonRecord | undefined): number =>
  Date.parse(String(t.fields.read(entry, 'console.timestamp')));

/** A query that is refused, changed in one value from one that answers. */
const refusal = (
  id: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  valid: string,
  invalid: readonly string[],
) =>
  consoleWithoutRuntime.audit(id, [...requirements, 'ERR-011'], async (t) => {
    const proven = await t.http.get(`/api/console?${valid}`);
    t.given(proven.ok && t.fields.items(proven.json) !== undefined, `?${valid} answers entries`);
    for (const query of invalid) t.mustFail(await t.http.get(`/api/console?${query}`), 400);
  });

/** A filter keeps only what it names; an entry of our own is kept by its own value and by no other. */
const filter = (
  id: string,
  requirement: RequirementId,
  query: string,
  field: 'console.severity' | 'console.contextType',
  values: readonly string[],
) =>
  consoleArea.audit(id, [requirement], async (t) => {
    const text = marker(t, query);
    await workingLog(t, text);
    const isOurs = (entry: JsonRecord): boolean => JSON.stringify(entry).includes(text);
    const ours = entriesOf(t, await t.http.get('/api/console?limit=500')).find(isOurs);
    const own = t.fields.read(ours, field);
    t.given(values.includes(String(own)), `an entry that shows its ${query} (choices.paths "${field}")`);
    for (const value of values) {
      const reply = await t.http.get(`/api/console?limit=500&${query}=${value}`);
      const entries = entriesOf(t, reply);
      const others = entries.filter((entry) => t.fields.read(entry, field) !== value);
      t.must(reply.ok && others.length === 0, `${query}=${value} keeps only these`, { actual: others[0] });
      t.must(entries.some(isOurs) === (value === own), `${query}=${value} keeps what it names`);
    }
  });

export const consoleAudits = [
  consoleArea.audit('read', ['CONSOLE-001', 'CONSOLE-013'], async (t) => {
    const text = marker(t, 'console');
    await workingLog(t, text);
    const reply = await t.http.get('/api/console');
    t.must(reply.ok && Array.isArray(reply.json), 'the console is an array', {
      actual: reply.text.slice(0, 200),
    });
    t.must(
      recordsOf(reply.json).some((entry) => Object.values(entry).includes(text)),
      'what log.console writes is in it',
    );
  }),
  consoleArea.audit('entry', ['ENTRY-001', 'ENTRY-002', 'ENTRY-003'], async (t) => {
    for (const entry of await written(t, 1)) {
      const severity = t.fields.read(entry, 'console.severity');
      const context = t.fields.read(entry, 'console.contextType');
      t.must(['log', 'warning', 'error'].includes(String(severity)), 'an entry has a severity', {
        actual: entry,
      });
      t.must(['graph', 'node', 'none'].includes(String(context)), 'an entry has a context', {
        actual: entry,
      });
      t.must(!Number.isNaN(millisecondsOf(t, entry)), 'an entry has a time stamp', { actual: entry });
    }
  }),
  consoleArea.audit('fields', ['ENTRY-004'], async (t) => {
    const [entry] = await written(t, 1);
    t.observe('fields of an entry', Object.keys(entry ?? {}));
  }),
  filter('type', 'CONSOLE-002', 'type', 'console.severity', ['log', 'warning', 'error']),
  filter('context-type', 'CONSOLE-003', 'contextType', 'console.contextType', ['graph', 'node', 'none']),
  consoleArea.audit('since', ['CONSOLE-004'], async (t) => {
    const all = await written(t, 3);
    const stamps = all.map((entry) => millisecondsOf(t, entry));
    const newest = Math.max(...stamps);
    t.given(Number.isFinite(newest), 'entries with time stamps (choices.paths "console.timestamp")');
    const since = async (ms: number) =>
      entriesOf(
        t,
        await t.http.get(`/api/console?limit=500&since=${encodeURIComponent(new Date(ms).toISOString())}`),
      );
    const after = await since(newest - 1);
    t.must(after.length > 0, 'entries after the time stamp are kept');
    t.must(
      after.every((entry) => millisecondsOf(t, entry) > newest - 2),
      'and none from before it',
      { actual: after[0] },
    );
    t.mustEqual((await since(newest + 60_000)).length, 0, 'nothing is after a time stamp to come');
  }),
  consoleArea.audit('since-limit', ['CONSOLE-004', 'CONSOLE-005'], async (t) => {
    const stamps = (await written(t, 3)).map((entry) => millisecondsOf(t, entry));
    const oldest = Math.min(...stamps);
    t.given(Number.isFinite(oldest), 'entries with time stamps (choices.paths "console.timestamp")');
    const since = encodeURIComponent(new Date(oldest - 1000).toISOString());
    const whole = entriesOf(t, await t.http.get(`/api/console?limit=500&since=${since}`));
    const page = entriesOf(t, await t.http.get(`/api/console?limit=2&since=${since}`));
    t.mustEqual(page.length, 2, 'limit bounds the entries after a time stamp');
    const shown = (entry: JsonRecord | undefined) => JSON.stringify(entry);
    const isForward = shown(page[0]) === shown(whole[0]);
    t.observe('which of the entries after a time stamp', isForward ? 'the first' : 'others');
  }),
  consoleArea.audit('limit', ['CONSOLE-005', 'LIMIT-002'], async (t) => {
    await written(t, 5);
    for (const limit of [1, 3, 5]) {
      const entries = entriesOf(t, await t.http.get(`/api/console?limit=${limit}`));
      t.mustEqual(entries.length, limit, `limit=${limit} bounds the entries`);
    }
  }),
  consoleWithoutRuntime.audit('limit-bounds', ['LIMIT-002'], async (t) => {
    const plain = await t.http.get('/api/console');
    t.given(plain.ok && t.fields.items(plain.json) !== undefined, 'the console answers entries');
    const beyond = await t.http.get('/api/console?limit=0');
    t.given(!beyond.ok, 'a limit beyond the bounds is refused', inShort(beyond));
    for (const limit of [1, 500]) {
      const reply = await t.http.get(`/api/console?limit=${limit}`);
      t.must(reply.ok, `limit=${limit} is taken`, inShort(reply));
    }
  }),
  consoleArea.audit('default-limit', ['CONSOLE-006'], async (t) => {
    const all = await written(t, 101);
    t.given(all.length > 100, 'more than 100 entries');
    t.mustEqual(
      entriesOf(t, await t.http.get('/api/console')).length,
      100,
      'without limit there are 100 entries',
    );
  }),
  destructiveConsole.audit('buffer', ['LIMIT-001'], async (t) => {
    const oldest = marker(t, 'oldest');
    const parameters = await workingLog(t, oldest);
    const before = await t.http.get('/api/console?limit=500');
    t.given(before.text.includes(oldest), 'an entry that is in the console');
    for (let more = 0; more < 510; more += 1) {
      const filler = Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, value === oldest ? `${more}` : value]),
      );
      t.given((await t.http.post(actionPath('log.console'), filler)).ok, 'log.console succeeds');
    }
    const full = await t.http.get('/api/console?limit=500&wrap=true');
    t.mustEqual(recordsOf(full.at('items')).length, 500, 'the console keeps 500 entries');
    t.mustEqual(full.at('totalCount'), 500, 'and no more');
    t.must(!full.text.includes(oldest), 'and drops the oldest');
  }),
  consoleArea.audit('wrap', ['CONSOLE-007'], async (t) => {
    await written(t, 2);
    const reply = await t.http.get('/api/console?limit=2&wrap=true');
    t.must(reply.ok && isRecord(reply.json), 'wrap=true answers an object', {
      actual: reply.text.slice(0, 200),
    });
    t.must(
      Number.isInteger(reply.at('totalCount')) && Number(reply.at('totalCount')) >= 2,
      'with totalCount',
      { actual: reply.at('totalCount') },
    );
    t.mustEqual(recordsOf(reply.at('items')).length, 2, 'and items');
    t.must(
      Array.isArray((await t.http.get('/api/console?limit=2&wrap=false')).json),
      'wrap=false answers an array',
    );
  }),
  refusal('bad-type', ['CONSOLE-008'], 'type=warning', ['type=nonsense']),
  refusal('bad-context-type', ['CONSOLE-009'], 'contextType=graph', ['contextType=nonsense']),
  refusal('bad-since', ['CONSOLE-010'], 'since=2026-01-01T00:00:00Z', ['since=yesterday']),
  refusal('bad-limit', ['CONSOLE-011', 'LIMIT-002'], 'limit=500', [
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
  ]),
  refusal('bad-wrap', ['CONSOLE-012'], 'wrap=true', ['wrap=maybe']),
];
