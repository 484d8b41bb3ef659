import { inShort } from '../target/http/in-short.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { speaksOf } from '../target/hub/events.ts';
import { recordsOf } from '../json.ts';
import { actionPath, workingLog } from './action-calls.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

/** A text that occurs nowhere else. */
export const newMarker = (t: AuditTools): string => `${t.manifest.namespace}-${randomUUID()}`;

/** Parameters of log.console that write a text, made from a call that this target accepts. */
export const logParameters = async (
  t: AuditTools,
): Promise<(text: string) => Readonly<Record<string, unknown>>> => {
  const first = newMarker(t);
  const accepted = Object.entries(await workingLog(t, first));
  t.given(
    accepted.some(([, value]) => value === first),
    'a call of log.console with a text of its own (choices.actions "log.console", with TEXT in its place)',
  );
  return (text) =>
    Object.fromEntries(accepted.map(([name, value]) => [name, value === first ? text : value]));
};

const entries = async (t: AuditTools): Promise<readonly JsonRecord[]> => {
  const reply = await t.http.get('/api/console?limit=500');
  t.given(reply.ok, 'the console can be read', { actual: reply.status });
  return recordsOf(t.fields.items(reply.json));
};

/** Whether the console lists an entry that speaks of a text. */
export const consoleHas = async (t: AuditTools, text: string): Promise<boolean> =>
  (await entries(t)).some((entry) => speaksOf(entry, text));

/** The texts in the order in which the console lists them. */
export const consoleOrder = async (t: AuditTools, texts: readonly string[]): Promise<readonly string[]> =>
  (await entries(t)).flatMap((entry) => texts.filter((text) => speaksOf(entry, text)));

/** {@link consoleHas}, waiting for an entry that is listed a little later than its action is answered. */
export const consoleGets = async (t: AuditTools, text: string): Promise<boolean> => {
  for (
    const end = performance.now() + t.manifest.timeouts.event;
    performance.now() < end;
    await wait(pollMs)
  ) {
    if (await consoleHas(t, text)) return true;
  }
  return false;
};

const pollMs = 50;

/** Writes console entries over REST, and makes sure that each was written. */
export const consoleWriter = async (t: AuditTools) => {
  const parameters = await logParameters(t);
  return async (marker: string): Promise<void> => {
    const reply = await t.http.post(actionPath('log.console'), parameters(marker));
    t.given(reply.ok, 'log.console succeeds over REST', inShort(reply));
    t.given(await consoleGets(t, marker), 'log.console writes a console entry that GET /api/console lists');
  };
};
