/**
 * Registers webhook listeners and sends requests to them. The description shows neither parameters nor responses, so
 * the fields of both are recognized by meaning.
 */
import { filterStrings, type JsonRecord, walkJson } from '../json.ts';
import { isActionListed } from '../target/action-schema.ts';
import { includesText } from '../target/hub/hub-event.ts';
import { type Id, isId } from '../target/id.ts';
import { listActionResults } from './action-trials.ts';
import { createUniqueText } from './console-writer.ts';
import { fillPlaceholders, readAction, runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';

export interface WebhookListener {
  /** Whether the listener has a name that no other listener has. */
  readonly isUnique: boolean;
  /** Strings and ids by which events and lists may identify the listener, the most specific first. */
  readonly subjects: readonly Id[];
  /**
   * Sends a request with a unique text and returns the text. Returns `undefined` if no listener accepts the request.
   */
  send(): Promise<string | undefined>;
  remove(): Promise<void>;
}

/** Returns the parameters in the manifest, or parameters that contain a path. */
const createListenParameters = (t: AuditTools, name: string): JsonRecord => {
  const configured = t.manifest.choices.actions['webhook.listen'] ?? { path: 'TEXT' };
  return fillPlaceholders(configured, name);
};

const getHostname = (url: string): string => new URL(url).hostname;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the kit may send requests to this URL. The kit contacts only the target's machine. */
const isOnTargetHost = (t: AuditTools, url: string): boolean =>
  getHostname(url) === getHostname(t.target.url) ||
  (t.target.loopback && loopbackHosts.includes(getHostname(url)));

/**
 * Finds the URL of a listener among the strings in a response. Strings that contain the listener's name are tried
 * first.
 */
const findListenerUrl = (t: AuditTools, response: unknown, name: string): string | undefined => {
  const texts = filterStrings([...walkJson(response)]);
  const wholeUrls = texts.filter(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && isOnTargetHost(t, text),
  );
  const parts = texts.filter((text) => text.startsWith('/')).map((text) => new URL(text, t.target.url).href);
  const candidates = [...wholeUrls.filter((url) => url.includes(name)), ...wholeUrls, ...parts];
  return candidates[0];
};

/**
 * Creates parameters of webhook.unlisten. The names come from the action's schema, and the values from the listener's
 * fields with the same names.
 */
const createUnlistenParameters = async (t: AuditTools, listener: JsonRecord): Promise<JsonRecord> => {
  const { parameters = [] } = (await readAction(t, 'webhook.unlisten')) ?? {};
  const fieldValues = new Map(Object.entries(listener).map(([name, value]) => [name.toLowerCase(), value]));
  const entries = parameters.flatMap(({ name }) => {
    const value =
      fieldValues.get(name.toLowerCase()) ?? (/id$/i.test(name) ? fieldValues.get('id') : undefined);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
};

const pickScalars = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );

/** Registers a listener, which is removed when the audit ends. */
export const registerWebhook = async (t: AuditTools): Promise<WebhookListener> => {
  const { json: schema } = await t.http.get('/api/actions/schema');
  if (!isActionListed(schema, 'webhook.listen')) return t.unverified('the action webhook.listen');
  const name = createUniqueText(t);
  const call = createListenParameters(t, name);
  const readListeners = async () => (await runAction(t, 'webhook.listeners', {})).json;
  const earlierListeners = await readListeners();
  const created = await runAction(t, 'webhook.listen', call);
  t.givenSuccess(created, 'a call of webhook.listen that succeeds (choices.actions "webhook.listen")');
  const isUnique = includesText(call, name);
  const results = listActionResults(t, created);
  // A result may contain a record under the name of a parameter, so only its texts and numbers replace the call's.
  const listener: JsonRecord = Object.assign({}, call, ...results.toReversed().map(pickScalars));
  const remove = async (): Promise<void> => {
    const parameters = await createUnlistenParameters(t, listener);
    // Without any parameter, the call might remove other clients' listeners.
    t.given(Object.keys(parameters).length > 0, 'a parameter of webhook.unlisten that a listener has');
    const reply = await runAction(t, 'webhook.unlisten', parameters);
    t.givenSuccess(reply, 'a call of webhook.unlisten that succeeds');
  };
  t.defer(() => remove().catch(() => {}));
  const address = findListenerUrl(t, created.json, name) ?? findListenerUrl(t, await readListeners(), name);
  if (address === undefined)
    return t.unverified('the address of a listener, in what webhook.listen or webhook.listeners answers');
  // What other listeners have as well, such as a method, does not identify this listener.
  const subjects = [name, ...[...walkJson([call, results])].filter(isId)].filter(
    (text) => !includesText(earlierListeners, text),
  );
  return {
    isUnique,
    subjects: [...new Set(subjects)],
    async send() {
      const marker = createUniqueText(t);
      const url = new URL(address);
      url.searchParams.set('marker', marker);
      const body = JSON.stringify({ marker });
      const headers = { 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(t.manifest.timeouts.event);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(
        () => undefined,
      );
      await response?.body?.cancel();
      t.observe('the answer to a request of a webhook', response?.status ?? 'none');
      return response?.ok ? marker : undefined;
    },
    remove,
  };
};

/** Reads webhook.listeners, and returns the first of a listener's subjects that it mentions. */
export const findListedSubject = async (
  t: AuditTools,
  { subjects }: Pick<WebhookListener, 'subjects'>,
): Promise<Id | undefined> => {
  const reply = await runAction(t, 'webhook.listeners', {});
  t.givenSuccess(reply, 'a call of webhook.listeners that succeeds');
  return subjects.find((text) => includesText(reply.json, text));
};
