import { inShort } from '../../target/http/in-short.ts';
import { isRecord, recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { consoleGets } from '../../lab/console-writer.ts';
import { speaksOf } from '../../target/hub/events.ts';
import {
  contexts,
  entriesOf,
  marker,
  millisecondsOf,
  severities,
  write,
  written,
} from './console-entries.ts';
import type { JsonRecord } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';

const consoleWithoutRuntime = area('console', 'token');
const consoleArea = area('console', 'token', 'runtime');
const destructiveConsole = area('console', 'token', 'runtime', 'destructive');

/** Entries that the console keeps. */
const capacity = 500;

type Field = 'console.severity' | 'console.contextType' | 'console.timestamp';
type Suits = (value: unknown, entry: JsonRecord) => boolean;

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
    for (const query of invalid)
      t.of(...requirements, 'ERR-011').mustFail(await t.http.get(`/api/console?${query}`), 400);
  });

export const consoleAudits = [
  consoleArea.audit('read', ['CONSOLE-001', 'CONSOLE-013'], async (t) => {
    // Twice, so that an answer that was kept from the first time is none.
    for (const _ of ['once', 'again']) {
      const text = await write(t, 1);
      const reply = await t.http.get('/api/console?limit=500');
      const isArray = reply.ok && Array.isArray(reply.json);
      t.of('CONSOLE-001').must(isArray, 'the console is an array', inShort(reply));
      t.of('CONSOLE-013').must(await consoleGets(t, text), 'what log.console writes is in it');
    }
  }),
  consoleArea.audit('entry', ['ENTRY-001', 'ENTRY-002', 'ENTRY-003'], async (t) => {
    const entries = await written(t, 1);
    const unread: string[] = [];
    const judge = (id: 'ENTRY-001' | 'ENTRY-002' | 'ENTRY-003', field: Field, suits: Suits): void => {
      const told = entries.filter((entry) => t.fields.read(entry, field) !== undefined);
      if (told.length === 0) unread.push(`choices.paths "${field}"`);
      const odd = entries.find((entry) => !suits(t.fields.read(entry, field), entry));
      if (told.length > 0) t.of(id).must(odd === undefined, `an entry tells its ${field}`, { actual: odd });
    };
    judge('ENTRY-001', 'console.severity', (value) => severities.some((word) => word === value));
    judge('ENTRY-002', 'console.contextType', (value) => contexts.some((word) => word === value));
    judge('ENTRY-003', 'console.timestamp', (_, entry) => Number.isFinite(millisecondsOf(t, entry)));
    t.given(
      unread.length === 0,
      `entries with a severity, a context and a time stamp (${unread.join(', ')})`,
    );
  }),
  consoleArea.audit('fields', ['ENTRY-004'], async (t) => {
    const [entry] = await written(t, 1);
    t.observe('fields of an entry', Object.keys(entry ?? {}));
  }),
  consoleArea.audit('limit', ['CONSOLE-005', 'LIMIT-002'], async (t) => {
    await written(t, 5);
    for (const limit of [1, 3, 5]) {
      const entries = entriesOf(t, await t.http.get(`/api/console?limit=${limit}`));
      const bounds = t.of('CONSOLE-005', 'LIMIT-002');
      bounds.mustEqual(entries.length, limit, `limit=${limit} bounds the entries`);
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
  destructiveConsole.audit('buffer', ['LIMIT-001'], { timeout: 180_000 }, async (t) => {
    const oldest = await write(t, 1, marker(t, 'oldest'));
    t.given(await consoleGets(t, oldest), 'an entry that is in the console');
    const filler = marker(t, 'filler');
    await write(t, capacity - 1, filler);
    const last = await t.http.get(`/api/console?limit=${capacity}`);
    const isOurs = entriesOf(t, last).every((entry) => speaksOf(entry, filler) || speaksOf(entry, oldest));
    // Where others write too, the entry may be gone by now.
    if (isOurs) t.must(last.text.includes(oldest), 'the oldest of 500 entries is still there');
    else t.observe('others wrote to the console', true);
    await write(t, 1, filler);
    const full = await t.http.get(`/api/console?limit=${capacity}&wrap=true`);
    t.mustEqual(recordsOf(full.at('items')).length, capacity, 'the console keeps 500 entries');
    t.mustEqual(full.at('totalCount'), capacity, 'and no more');
    t.must(!full.text.includes(oldest), 'and the next one drops the oldest');
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
