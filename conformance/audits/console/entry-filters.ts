import { writeConsoleText } from '../../audit-helpers/console-writer.ts';
import { readActionSchema, toActionPath } from '../../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterStrings, type JsonRecord } from '../../json.ts';
import { parseActionSchema } from '../../target/action-schema.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import {
  contextTypeNames,
  createEntryMarker,
  getEntryTimeMs,
  listEntries,
  severityNames,
  writeAndReadEntries,
  writeEntries,
} from './console-reads.ts';
import type { RequirementId } from '../../requirements/index.ts';

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

/**
 * Finds parameters that make log.console write entries of each severity, when the action's schema lists the severities.
 */
const findSeverityParameters = async (
  t: AuditTools,
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const record = await readActionSchema(t, 'log.console');
  const [action] = parseActionSchema({ 'log.console': record }, t.fields);
  const parameter = action?.parameters.find(({ schema }) => filterStrings(schema.enum).includes('warning'));
  if (parameter === undefined) return [];
  return severityNames
    .filter((severity) => filterStrings(parameter.schema.enum).includes(severity))
    .map((severity) => ({ [parameter.name]: severity }));
};

interface FilterCase {
  readonly query: 'type' | 'contextType';
  readonly field: 'console.severity' | 'console.contextType';
  readonly values: readonly string[];
  /** Creates variants of parameters, so that the resulting entries differ in the filtered field. */
  readonly variants: (t: AuditTools) => Promise<readonly Readonly<Record<string, string>>[]>;
}

/**
 * Defines an audit which checks that a filter returns only matching entries. A filter must return each entry that the
 * audit has written only for that entry's own value.
 */
const defineFilterAudit = (
  id: string,
  requirement: RequirementId,
  { query, field, values, variants }: FilterCase,
) =>
  consoleArea.audit(id, [requirement], async (t) => {
    const text = createEntryMarker(t, query);
    const parameters = await writeConsoleText(t, text);
    for (const variant of await variants(t)) {
      const reply = await t.http.post(toActionPath('log.console'), { ...parameters, ...variant });
      if (!reply.ok) t.observe(`log.console with ${JSON.stringify(variant)}`, reply.status);
    }
    const all = listEntries(t, await t.http.get('/api/console?limit=500'));
    const written = all.filter((entry) => includesText(entry, text));
    const types = written.map((entry) => String(t.fields.read(entry, field)));
    const hasAllTypes = types.length > 0 && types.every((value) => values.includes(value));
    t.given(hasAllTypes, `an entry that shows its ${query} (choices.paths "${field}")`);
    t.observe(`written values of ${query}`, [...new Set(types)]);
    for (const value of values) {
      const reply = await t.http.get(`/api/console?limit=500&${query}=${value}`);
      const entries = listEntries(t, reply);
      const otherTypes = entries.filter((entry) => t.fields.read(entry, field) !== value);
      t.must(reply.ok && otherTypes.length === 0, `${query}=${value} returns only matching entries`, {
        actual: otherTypes[0],
      });
      const passedCount = entries.filter((entry) => includesText(entry, text)).length;
      const expectedCount = types.filter((type) => type === value).length;
      t.mustEqual(passedCount, expectedCount, `${query}=${value} returns the matching entries`);
    }
  });

export const audits = [
  defineFilterAudit('type', 'CONSOLE-002', {
    query: 'type',
    field: 'console.severity',
    values: severityNames,
    variants: findSeverityParameters,
  }),
  defineFilterAudit('context-type', 'CONSOLE-003', {
    query: 'contextType',
    field: 'console.contextType',
    values: contextTypeNames,
    variants: async () => [],
  }),

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
