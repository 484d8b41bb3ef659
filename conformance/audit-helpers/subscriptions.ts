/** Subscribes to what a category of actions offers, such as MIDI input, and ends these subscriptions. */
import { filterStrings, isRecord, type JsonRecord, walkJson } from '../json.ts';
import type { ActionParameter } from '../target/action-schema.ts';
import type { Reply } from '../target/http/exchange.ts';
import { listActionResults } from './action-trials.ts';
import { createUniqueText } from './console-writer.ts';
import { fillPlaceholders, readAction, runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { ConfigurableEvent } from '../target/manifest.ts';

/** Whether the manifest states a call that causes events of this kind. */
export const isEventConfigured = ({ manifest }: AuditTools, kind: ConfigurableEvent): boolean =>
  manifest.choices.events[kind] !== undefined;

/**
 * Causes an event with the call in `choices.events`. The audit is NOT_VERIFIED if there is no such call, or if the call
 * fails.
 * @returns texts that identify the event: the text that replaces TEXT, or else all texts of the call
 */
export const causeConfiguredEvent = async (
  t: AuditTools,
  kind: ConfigurableEvent,
): Promise<readonly string[]> => {
  const key = `choices.events "${kind}"`;
  const { action, parameters } =
    t.manifest.choices.events[kind] ?? t.unverified(`a call that causes ${kind} (${key})`);
  const text = createUniqueText(t);
  const filled = fillPlaceholders(parameters, text);
  const reply = await runAction(t, action, filled);
  t.givenSuccess(reply, `the call of ${key}, ${action}, succeeds`);
  const texts = filterStrings(Object.values(filled));
  return texts.includes(text) ? [text] : texts;
};

/** Subscribes to MIDI input until the audit ends. The audit is NOT_VERIFIED if no call causes MIDI input. */
export const subscribeToMidi = async (t: AuditTools): Promise<Subscription> => {
  if (!isEventConfigured(t, 'midi.input'))
    t.unverified('a call that causes MIDI input (choices.events "midi.input")');
  return subscribeTo(t, 'midi', t.manifest.choices.actions['midi.subscribe'] ?? {});
};

export interface Subscription {
  /** Ends the subscription. The audit is NOT_VERIFIED if the call fails. */
  end(): Promise<void>;
}

/**
 * Creates the parameters of an unsubscription. The names are those that its schema declares, and the values those of
 * the same name in the subscription's response, or else in its call. An id that the response contains is enough.
 */
const createEndParameters = (
  declared: readonly ActionParameter[],
  results: readonly JsonRecord[],
  call: JsonRecord,
): JsonRecord | undefined => {
  const find = (record: JsonRecord, { name }: ActionParameter): unknown =>
    Object.entries(record).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const findIn = (records: readonly unknown[], parameter: ActionParameter): unknown =>
    records
      .filter(isRecord)
      .map((record) => find(record, parameter))
      .find((value) => typeof value === 'string' || typeof value === 'number');
  const records = results.flatMap((result) => [...walkJson(result)]);
  const id = declared.find(
    (parameter) => /id$/i.test(parameter.name) && findIn(records, parameter) !== undefined,
  );
  const parameters = Object.fromEntries(
    (id ? [id] : declared).flatMap((parameter) => {
      const value = id ? findIn(records, parameter) : findIn([call, ...records], parameter);
      return value === undefined ? [] : [[parameter.name, value] as const];
    }),
  );
  const isComplete = declared.every(({ name, required }) => !required || name in parameters);
  return isComplete ? parameters : undefined;
};

/**
 * Subscribes until the audit ends, or until the returned subscription is ended.
 * @param call the parameters of the subscription
 */
export const subscribeTo = async (
  t: AuditTools,
  category: 'midi' | 'streaming',
  call: JsonRecord,
): Promise<Subscription> => {
  const action = `${category}.unsubscribe`;
  const declared = (await readAction(t, action))?.parameters;
  const created = await runAction(t, `${category}.subscribe`, call);
  t.givenSuccess(
    created,
    `a call of ${category}.subscribe that succeeds (choices.actions "${category}.subscribe")`,
  );
  const parameters = declared && createEndParameters(declared, listActionResults(t, created), call);
  const unsubscribe = (): Promise<Reply> => runAction(t, action, parameters ?? {});
  let isEnded = false;
  if (parameters) t.defer(async () => isEnded || (await unsubscribe()));
  return {
    async end() {
      if (!parameters)
        return t.unverified(
          `the parameters of ${action} in the action schema (choices.paths "action.parameters")`,
        );
      const reply = await unsubscribe();
      t.givenSuccess(reply, `a call of ${action} that succeeds`);
      isEnded = true;
    },
  };
};
