import { randomUUID } from 'node:crypto';
import { speaksOf } from '../../hub/events.ts';
import { isRecord, recordsOf, walk } from '../../json.ts';
import { actionIn } from '../../target/actions.ts';
import type { AuditContext } from '../../audit.ts';

/** A text that occurs nowhere else. */
export const newMarker = (t: AuditContext): string => `${t.manifest.namespace}-${randomUUID()}`;

const usualNames = ['message', 'text', 'content', 'msg', 'value', 'entry'];

/** Parameters of log.console that write a text: as the manifest calls it, or by the action schema. */
export const logParameters = async (t: AuditContext): Promise<(text: string) => Readonly<Record<string, unknown>>> => {
  const named = t.manifest.choices.actions['log.console'];
  const key = named ? Object.keys(named).find((name) => typeof named[name] === 'string') : await schemaKey(t);
  if (key === undefined) return t.unverified('the parameter of log.console that takes the text (choices.actions)');
  return (text) => ({ ...named, [key]: text });
};

const schemaKey = async (t: AuditContext): Promise<string | undefined> => {
  const { json } = await t.http.get('/api/actions/schema');
  const action = actionIn(json, 'log.console');
  const names = new Set<string>();
  for (const value of walk(action)) {
    if (typeof value === 'string') names.add(value);
    if (isRecord(value)) for (const name of Object.keys(value)) names.add(name);
  }
  return usualNames.flatMap((usual) => [...names].filter((name) => name.toLowerCase() === usual))[0];
};

/** Whether the console lists an entry that speaks of a text. */
export const consoleHas = async (t: AuditContext, text: string): Promise<boolean> => {
  const reply = await t.http.get('/api/console?limit=500');
  t.given(reply.ok, 'the console can be read', { actual: reply.status });
  return recordsOf(t.fields.items(reply.json)).some((entry) => speaksOf(entry, text));
};

/** Writes console entries over REST, and makes sure that each was written. */
export const consoleWriter = async (t: AuditContext) => {
  const parameters = await logParameters(t);
  return async (marker: string): Promise<void> => {
    const reply = await t.http.post('/api/actions/log/console', parameters(marker));
    t.given(reply.ok, 'log.console succeeds over REST', { actual: `${reply.status} ${reply.text.slice(0, 200)}` });
    t.given(await consoleHas(t, marker), 'log.console writes a console entry that GET /api/console lists');
  };
};
