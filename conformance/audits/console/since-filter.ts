import { defineAuditArea } from '../../define-audit-area.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import {
  listEntries,
  createEntryMarker,
  getEntryTimeMs,
  writeEntries,
  writeAndReadEntries,
} from './write-and-read-entries.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const consoleArea = defineAuditArea('console', 'token', 'runtime');

/** Maximum number of entries to write until two entries have different timestamps. */
const maxEntries = 50;

const readEntriesSince = async (t: AuditTools, stamp: string, query = ''): Promise<readonly JsonRecord[]> =>
  listEntries(t, await t.http.get(`/api/console?limit=500&since=${encodeURIComponent(stamp)}${query}`));

/**
 * Returns an entry's timestamp. The timestamp is unchanged if it is ISO 8601 with a time zone, and otherwise converted
 * to this format.
 */
const getTimestamp = (t: AuditTools, entry: JsonRecord): string => {
  const stamp = t.fields.read(entry, 'console.timestamp');
  const isZoned = typeof stamp === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/i.test(stamp);
  if (isZoned) return stamp;
  const timeMs = getEntryTimeMs(t, entry);
  const micros = Math.round((timeMs - Math.floor(timeMs)) * 1_000);
  const wholeMs = new Date(Math.floor(timeMs)).toISOString();
  return micros === 0 ? wholeMs : wholeMs.replace('Z', `${String(micros).padStart(3, '0')}Z`);
};

/** Writes an entry, and then another entry with a later timestamp. */
const writeTwoEntriesApart = async (t: AuditTools) => {
  const read = async (text: string): Promise<JsonRecord> => {
    const entry = listEntries(t, await t.http.get('/api/console?limit=500')).find((one) =>
      includesText(one, text),
    );
    return entry ?? t.unverified('a written entry can be read back');
  };
  const early = await writeEntries(t, 1, createEntryMarker(t, 'early'));
  const first = await read(early);
  t.given(
    Number.isFinite(getEntryTimeMs(t, first)),
    'entries with timestamps (choices.paths "console.timestamp")',
  );
  for (let tried = 0; tried < maxEntries; tried += 1) {
    const late = await writeEntries(t, 1, createEntryMarker(t, 'late'));
    const second = await read(late);
    if (getEntryTimeMs(t, second) > getEntryTimeMs(t, first)) return { early, late, first, second };
  }
  return t.unverified('two entries with different timestamps');
};

export const consoleSinceAudits = [
  consoleArea.audit('since', ['CONSOLE-004'], async (t) => {
    const { early, late, first, second } = await writeTwoEntriesApart(t);
    for (const query of ['', '&wrap=true']) {
      const has = async (stamp: string, text: string): Promise<boolean> =>
        (await readEntriesSince(t, stamp, query)).some((entry) => includesText(entry, text));
      const before = new Date(getEntryTimeMs(t, first) - 1_000).toISOString();
      t.must(
        (await has(before, early)) && (await has(before, late)),
        'entries after a timestamp are returned',
      );
      t.must(
        await has(getTimestamp(t, first), late),
        'an entry later than the timestamp of another one is returned',
      );
      t.must(!(await has(getTimestamp(t, first), early)), 'an entry is not returned for its own timestamp');
      t.must(!(await has(getTimestamp(t, second), early)), 'an entry is not returned for a later timestamp');
      const future = new Date(getEntryTimeMs(t, second) + 60_000).toISOString();
      t.mustEqual(
        (await readEntriesSince(t, future, query)).length,
        0,
        'no entry is returned for a timestamp in the future',
      );
    }
  }),
  consoleArea.audit('since-limit', ['CONSOLE-004', 'CONSOLE-005'], async (t) => {
    const stamps = (await writeAndReadEntries(t, 3)).map((entry) => getEntryTimeMs(t, entry));
    const oldest = Math.min(...stamps);
    t.given(Number.isFinite(oldest), 'entries with timestamps (choices.paths "console.timestamp")');
    const newest = Math.max(...stamps);
    const after = encodeURIComponent(new Date(oldest - 1000).toISOString());
    const page = listEntries(t, await t.http.get(`/api/console?limit=2&since=${after}`));
    t.for('CONSOLE-005').mustEqual(page.length, 2, 'limit limits the entries after a timestamp');
    const future = encodeURIComponent(new Date(newest + 60_000).toISOString());
    const noEntries = listEntries(t, await t.http.get(`/api/console?limit=2&since=${future}`));
    t.for('CONSOLE-004').mustEqual(
      noEntries.length,
      0,
      'limit does not bring back entries that since has excluded',
    );
  }),
];
