/** Writes and reads console entries for audits. Only some of the entries' field names are documented. */
import { filterRecords } from '../../json.ts';
import { toActionPath } from '../../audit-helpers/run-action.ts';
import { createUniqueText, writeConsoleText } from '../../audit-helpers/console-writer.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';

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
