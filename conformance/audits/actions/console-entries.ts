/** Entries of the console, as audits write and read them. Only the words of some of their fields are stated. */
import { recordsOf } from '../../json.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import { speaksOf } from '../../target/hub/events.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';

export const severities = ['log', 'warning', 'error'] as const;
export const contexts = ['graph', 'node', 'none'] as const;

export const entriesOf = (t: AuditTools, reply: Reply): readonly JsonRecord[] =>
  recordsOf(t.fields.items(reply.json));

/** A text that is in the console only because an audit wrote it. */
export const marker = (t: AuditTools, words: string): string =>
  `${words} ${t.seed}-${Math.round(performance.now() * 1000)}`;

/** Writes so many entries; answers the text that they share. */
export const write = async (t: AuditTools, count: number, text = marker(t, 'console')): Promise<string> => {
  const parameters = await workingLog(t, text);
  for (let more = 1; more < count; more += 1)
    t.given((await t.http.post(actionPath('log.console'), parameters)).ok, 'log.console succeeds');
  return text;
};

/** Writes entries and reads them back, among others; NOT_VERIFIED when they do not arrive. */
export const written = async (t: AuditTools, count: number): Promise<readonly JsonRecord[]> => {
  const text = await write(t, count);
  const reply = await t.http.get('/api/console?limit=500');
  const entries = entriesOf(t, reply);
  const own = entries.filter((entry) => speaksOf(entry, text));
  t.given(reply.ok && own.length === count, 'written entries are read back');
  return entries;
};

/** When an entry was written; NaN where it does not say. Seconds are told from milliseconds by their size. */
export const millisecondsOf = (t: AuditTools, entry: JsonRecord | undefined): number => {
  const stamp = t.fields.read(entry, 'console.timestamp');
  return typeof stamp === 'number' ? stamp * millisecondsPerUnit(stamp) : Date.parse(String(stamp));
};

/** Of a number that is some moment of this century since 1970: seconds, milliseconds, microseconds or nanoseconds. */
const millisecondsPerUnit = (moment: number): number =>
  moment < 1e11 ? 1e3 : moment < 1e14 ? 1 : moment < 1e17 ? 1e-3 : 1e-6;
