import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { includesText } from '../target/hub/hub-event.ts';
import { filterRecords } from '../json.ts';
import { toActionPath, findLogParameters } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

/** Creates a string that occurs nowhere else. */
export const createUniqueText = (t: AuditTools): string => `${t.manifest.namespace}-${randomUUID()}`;

/**
 * Writes a text with log.console, and returns the parameters of the call. The audit is NOT_VERIFIED if the manifest's
 * call always writes the same text.
 */
export const writeConsoleText = async (t: AuditTools, text: string): Promise<JsonRecord> => {
  const accepted = await findLogParameters(t, text);
  t.given(
    Object.values(accepted).includes(text),
    'a call of log.console with a text of its own (choices.actions "log.console", with TEXT in its place)',
  );
  return accepted;
};

/** Creates parameters with which log.console writes a text, based on a call that this target accepts. */
export const createLogParameters = async (
  t: AuditTools,
): Promise<(text: string) => Readonly<Record<string, unknown>>> => {
  const first = createUniqueText(t);
  const accepted = Object.entries(await writeConsoleText(t, first));
  return (text) =>
    Object.fromEntries(accepted.map(([name, value]) => [name, value === first ? text : value]));
};

const readConsoleEntries = async (t: AuditTools): Promise<readonly JsonRecord[]> => {
  const reply = await t.http.get('/api/console?limit=500');
  t.given(reply.ok, 'the console can be read', { actual: reply.status });
  return filterRecords(t.fields.items(reply.json));
};

/** Whether any console entry contains a text. */
export const isInConsole = async (t: AuditTools, text: string): Promise<boolean> =>
  (await readConsoleEntries(t)).some((entry) => includesText(entry, text));

/** Returns the texts in the order in which the console lists them. */
export const listConsoleOrder = async (t: AuditTools, texts: readonly string[]): Promise<readonly string[]> =>
  (await readConsoleEntries(t)).flatMap((entry) => texts.filter((text) => includesText(entry, text)));

/** Like {@link isInConsole}, but waits for an entry that appears after the response. */
export const waitForConsoleEntry = async (t: AuditTools, text: string): Promise<boolean> => {
  for (
    const end = performance.now() + t.manifest.timeouts.event;
    performance.now() < end;
    await wait(pollMs)
  ) {
    if (await isInConsole(t, text)) return true;
  }
  return false;
};

const pollMs = 50;

/** Creates a function that writes console entries over REST, and checks each of them. */
export const createConsoleWriter = async (t: AuditTools) => {
  const parameters = await createLogParameters(t);
  return async (marker: string): Promise<void> => {
    const reply = await t.http.post(toActionPath('log.console'), parameters(marker));
    t.givenSuccess(reply, 'log.console succeeds over REST');
    t.given(
      await waitForConsoleEntry(t, marker),
      'log.console writes a console entry that GET /api/console lists',
    );
  };
};
