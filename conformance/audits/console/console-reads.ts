import {
  createUniqueText,
  waitForConsoleEntry,
  writeConsoleText,
} from '../../audit-helpers/console-writer.ts';
import { toActionPath } from '../../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, isRecord, type JsonRecord } from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import type { RequirementId } from '../../requirements/index.ts';

export const severityNames = ['log', 'warning', 'error'] as const;
export const contextTypeNames = ['graph', 'node', 'none'] as const;

export const listEntries = (t: AuditTools, reply: Reply): readonly JsonRecord[] =>
  filterRecords(t.fields.items(reply.json));

/** Returns a string that occurs in the console only if this audit has written it. */
export const createEntryMarker = (t: AuditTools, words: string): string => `${words} ${createUniqueText(t)}`;

/** Writes a number of entries and returns the string that they all contain. */
export const writeEntries = async (
  t: AuditTools,
  count: number,
  text = createEntryMarker(t, 'console'),
): Promise<string> => {
  const parameters = await writeConsoleText(t, text);
  for (let entryCount = 1; entryCount < count; entryCount += 1)
    t.given((await t.http.post(toActionPath('log.console'), parameters)).ok, 'log.console succeeds');
  return text;
};

/**
 * Writes entries and reads them back among other entries. The audit is NOT_VERIFIED when the written entries don't
 * arrive.
 */
export const writeAndReadEntries = async (t: AuditTools, count: number): Promise<readonly JsonRecord[]> => {
  const text = await writeEntries(t, count);
  const reply = await t.http.get('/api/console?limit=500');
  const entries = listEntries(t, reply);
  const matching = entries.filter((entry) => includesText(entry, text));
  t.given(reply.ok && matching.length === count, 'written entries can be read back');
  return entries;
};

/**
 * Returns when an entry was written, or NaN when the entry contains no time. The unit of a number is guessed from its
 * magnitude.
 */
export const getEntryTimeMs = (t: AuditTools, entry: JsonRecord | undefined): number => {
  const stamp = t.fields.read(entry, 'console.timestamp');
  return typeof stamp === 'number' ? stamp * guessMsPerUnit(stamp) : Date.parse(String(stamp));
};

/**
 * Guesses the unit of a Unix time in this century (seconds, milliseconds, microseconds or nanoseconds), and returns its
 * length in milliseconds.
 */
const guessMsPerUnit = (time: number): number =>
  time < 1e11 ? 1e3 : time < 1e14 ? 1 : time < 1e17 ? 1e-3 : 1e-6;

const consoleWithoutRuntime = defineAuditArea('console', 'token');
const consoleWithRuntime = defineAuditArea('console', 'token', 'runtime');
const destructiveConsole = defineAuditArea('console', 'token', 'runtime', 'destructive');

/** The number of entries that the console keeps. */
const maxEntries = 500;

type EntryField = 'console.severity' | 'console.contextType' | 'console.timestamp';
type IsValidValue = (value: unknown, entry: JsonRecord) => boolean;

/**
 * Defines an audit that sends a query which must be rejected. The query differs in one value from a query that
 * succeeds.
 */
const defineRejectionAudit = (
  id: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  valid: string,
  invalid: readonly string[],
) =>
  consoleWithoutRuntime.audit(id, [...requirements, 'ERR-011'], async (t) => {
    const proven = await t.http.get(`/api/console?${valid}`);
    t.given(proven.ok && t.fields.items(proven.json) !== undefined, `?${valid} returns entries`);
    for (const query of invalid)
      t.for(...requirements, 'ERR-011').mustFail(await t.http.get(`/api/console?${query}`), 400);
  });

export const audits = [
  consoleWithRuntime.audit('read', ['CONSOLE-001', 'CONSOLE-013'], async (t) => {
    // The query is sent twice, to detect a target that answers from a cache after the first call.
    for (const _ of ['once', 'again']) {
      const text = await writeEntries(t, 1);
      const reply = await t.http.get('/api/console?limit=500');
      const isArray = reply.ok && Array.isArray(reply.json);
      t.for('CONSOLE-001').must(isArray, 'the console is an array', describeReply(reply));
      t.for('CONSOLE-013').must(
        await waitForConsoleEntry(t, text),
        'the console contains what log.console writes',
      );
    }
  }),
  consoleWithRuntime.audit('entry', ['ENTRY-001', 'ENTRY-002', 'ENTRY-003'], async (t) => {
    const entries = await writeAndReadEntries(t, 1);
    const unreadFields: string[] = [];
    const checkField = (
      id: 'ENTRY-001' | 'ENTRY-002' | 'ENTRY-003',
      field: EntryField,
      isValid: IsValidValue,
    ): void => {
      const withField = entries.filter((entry) => t.fields.read(entry, field) !== undefined);
      if (withField.length === 0) unreadFields.push(`choices.paths "${field}"`);
      const invalid = entries.find((entry) => !isValid(t.fields.read(entry, field), entry));
      if (withField.length > 0)
        t.for(id).must(invalid === undefined, `an entry has its ${field}`, { actual: invalid });
    };
    checkField('ENTRY-001', 'console.severity', (value) => severityNames.some((word) => word === value));
    checkField('ENTRY-002', 'console.contextType', (value) =>
      contextTypeNames.some((word) => word === value),
    );
    checkField('ENTRY-003', 'console.timestamp', (_, entry) => Number.isFinite(getEntryTimeMs(t, entry)));
    t.given(
      unreadFields.length === 0,
      `entries with a severity, a context and a timestamp (${unreadFields.join(', ')})`,
    );
  }),
  consoleWithRuntime.audit('fields', ['ENTRY-004'], async (t) => {
    const [entry] = await writeAndReadEntries(t, 1);
    t.observe('fields of an entry', Object.keys(entry ?? {}));
  }),
  consoleWithRuntime.audit('limit', ['CONSOLE-005', 'LIMIT-002'], async (t) => {
    await writeAndReadEntries(t, 5);
    for (const limit of [1, 3, 5]) {
      const entries = listEntries(t, await t.http.get(`/api/console?limit=${limit}`));
      const bounds = t.for('CONSOLE-005', 'LIMIT-002');
      bounds.mustEqual(entries.length, limit, `limit=${limit} limits the number of entries`);
    }
  }),
  consoleWithoutRuntime.audit('limit-bounds', ['LIMIT-002'], async (t) => {
    const defaultReply = await t.http.get('/api/console');
    t.given(
      defaultReply.ok && t.fields.items(defaultReply.json) !== undefined,
      'the console returns entries',
    );
    const outOfRange = await t.http.get('/api/console?limit=0');
    t.given(!outOfRange.ok, 'a limit outside the bounds is rejected', describeReply(outOfRange));
    for (const limit of [1, 500]) {
      const reply = await t.http.get(`/api/console?limit=${limit}`);
      t.mustSucceed(reply, `limit=${limit} is accepted`);
    }
  }),
  consoleWithRuntime.audit('default-limit', ['CONSOLE-006'], async (t) => {
    const all = await writeAndReadEntries(t, 101);
    t.given(all.length > 100, 'more than 100 entries');
    t.mustEqual(
      listEntries(t, await t.http.get('/api/console')).length,
      100,
      '100 entries are returned without limit',
    );
  }),
  destructiveConsole.with({ timeout: 180_000 }).audit('buffer', ['LIMIT-001'], async (t) => {
    const oldest = await writeEntries(t, 1, createEntryMarker(t, 'oldest'));
    t.given(await waitForConsoleEntry(t, oldest), 'an entry in the console');
    const fillerMarker = createEntryMarker(t, 'filler');
    await writeEntries(t, maxEntries - 1, fillerMarker);
    const last = await t.http.get(`/api/console?limit=${maxEntries}`);
    const areFillers = listEntries(t, last).every(
      (entry) => includesText(entry, fillerMarker) || includesText(entry, oldest),
    );
    // If other clients write entries too, the oldest entry may already have been dropped.
    if (areFillers) t.must(last.text.includes(oldest), 'the oldest of 500 entries is still there');
    else t.observe('other clients wrote to the console', true);
    await writeEntries(t, 1, fillerMarker);
    const wrapped = await t.http.get(`/api/console?limit=${maxEntries}&wrap=true`);
    t.mustEqual(filterRecords(wrapped.at('items')).length, maxEntries, 'the console keeps 500 entries');
    t.mustEqual(wrapped.at('totalCount'), maxEntries, 'the console keeps no more than 500 entries');
    t.must(!wrapped.text.includes(oldest), 'the next entry drops the oldest one');
  }),
  consoleWithRuntime.audit('wrap', ['CONSOLE-007'], async (t) => {
    await writeAndReadEntries(t, 2);
    const reply = await t.http.get('/api/console?limit=2&wrap=true');
    t.must(reply.ok && isRecord(reply.json), 'wrap=true returns an object', {
      actual: reply.text.slice(0, 200),
    });
    t.must(
      Number.isInteger(reply.at('totalCount')) && Number(reply.at('totalCount')) >= 2,
      'with totalCount',
      { actual: reply.at('totalCount') },
    );
    t.mustEqual(filterRecords(reply.at('items')).length, 2, 'and items');
    t.must(
      Array.isArray((await t.http.get('/api/console?limit=2&wrap=false')).json),
      'wrap=false returns an array',
    );
  }),
  defineRejectionAudit('bad-type', ['CONSOLE-008'], 'type=warning', ['type=nonsense']),
  defineRejectionAudit('bad-context-type', ['CONSOLE-009'], 'contextType=graph', ['contextType=nonsense']),
  defineRejectionAudit('bad-since', ['CONSOLE-010'], 'since=2026-01-01T00:00:00Z', ['since=yesterday']),
  defineRejectionAudit('bad-limit', ['CONSOLE-011', 'LIMIT-002'], 'limit=500', [
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
  ]),
  defineRejectionAudit('bad-wrap', ['CONSOLE-012'], 'wrap=true', ['wrap=maybe']),
];
