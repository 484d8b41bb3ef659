import { area } from '../../area.ts';
import { speaksOf } from '../../target/hub/events.ts';
import { entriesOf, marker, millisecondsOf, write, written } from './console-entries.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const consoleArea = area('console', 'token', 'runtime');

/** Most entries that are written for one of them to have a later time stamp than another. */
const most = 50;

const since = async (t: AuditTools, stamp: string, more = ''): Promise<readonly JsonRecord[]> =>
  entriesOf(t, await t.http.get(`/api/console?limit=500&since=${encodeURIComponent(stamp)}${more}`));

/** The time stamp of an entry as it is written where that is ISO 8601 with its zone, else the same moment so written. */
const stampOf = (t: AuditTools, entry: JsonRecord): string => {
  const stamp = t.fields.read(entry, 'console.timestamp');
  const isZoned = typeof stamp === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/i.test(stamp);
  if (isZoned) return stamp;
  const moment = millisecondsOf(t, entry);
  const micros = Math.round((moment - Math.floor(moment)) * 1_000);
  const whole = new Date(Math.floor(moment)).toISOString();
  return micros === 0 ? whole : whole.replace('Z', `${String(micros).padStart(3, '0')}Z`);
};

/** An entry of the audit's own, and one whose time stamp is later. */
const twoMoments = async (t: AuditTools) => {
  const read = async (text: string): Promise<JsonRecord> => {
    const entry = entriesOf(t, await t.http.get('/api/console?limit=500')).find((one) => speaksOf(one, text));
    return entry ?? t.unverified('a written entry is read back');
  };
  const early = await write(t, 1, marker(t, 'early'));
  const first = await read(early);
  t.given(
    Number.isFinite(millisecondsOf(t, first)),
    'entries with time stamps (choices.paths "console.timestamp")',
  );
  for (let tried = 0; tried < most; tried += 1) {
    const late = await write(t, 1, marker(t, 'late'));
    const second = await read(late);
    if (millisecondsOf(t, second) > millisecondsOf(t, first)) return { early, late, first, second };
  }
  return t.unverified('two entries with different time stamps');
};

export const consoleSinceAudits = [
  consoleArea.audit('since', ['CONSOLE-004'], async (t) => {
    const { early, late, first, second } = await twoMoments(t);
    for (const more of ['', '&wrap=true']) {
      const has = async (stamp: string, text: string): Promise<boolean> =>
        (await since(t, stamp, more)).some((entry) => speaksOf(entry, text));
      const before = new Date(millisecondsOf(t, first) - 1_000).toISOString();
      t.must((await has(before, early)) && (await has(before, late)), 'entries after a time stamp are kept');
      t.must(await has(stampOf(t, first), late), 'an entry after that of another one is kept');
      t.must(!(await has(stampOf(t, first), early)), 'an entry is not after its own time stamp');
      t.must(!(await has(stampOf(t, second), early)), 'nor after a later one');
      const ahead = new Date(millisecondsOf(t, second) + 60_000).toISOString();
      t.mustEqual((await since(t, ahead, more)).length, 0, 'nothing is after a time stamp to come');
    }
  }),
  consoleArea.audit('since-limit', ['CONSOLE-004', 'CONSOLE-005'], async (t) => {
    const stamps = (await written(t, 3)).map((entry) => millisecondsOf(t, entry));
    const oldest = Math.min(...stamps);
    t.given(Number.isFinite(oldest), 'entries with time stamps (choices.paths "console.timestamp")');
    const newest = Math.max(...stamps);
    const after = encodeURIComponent(new Date(oldest - 1000).toISOString());
    const page = entriesOf(t, await t.http.get(`/api/console?limit=2&since=${after}`));
    t.of('CONSOLE-005').mustEqual(page.length, 2, 'limit bounds the entries after a time stamp');
    const ahead = encodeURIComponent(new Date(newest + 60_000).toISOString());
    const none = entriesOf(t, await t.http.get(`/api/console?limit=2&since=${ahead}`));
    t.of('CONSOLE-004').mustEqual(none.length, 0, 'a limit brings back nothing that since has dropped');
  }),
];
