/** Listeners of the kit's own, and requests that reach them. The description shows neither parameters nor answers, so all is read by meaning. */
import { isRecord, mentions, stringsOf, walk } from '../json.ts';
import { servedActions } from '../target/action-schema.ts';
import { isOffered } from '../target/actions.ts';
import { inShort } from '../target/http/in-short.ts';
import { filled, runAction } from './action-calls.ts';
import { newMarker } from './console-writer.ts';
import { resultsIn } from './each-action.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

/** A listener that was registered. */
interface Webhook {
  /** Part of its address that occurs nowhere else. */
  readonly name: string;
  /** Texts that may be what its events, and lists, call it. */
  readonly about: readonly string[];
  /** Sends a request with a text that occurs nowhere else, and returns that; undefined when nobody takes it. */
  send(): Promise<string | undefined>;
  /** Takes the listener away. */
  remove(): Promise<void>;
}

/** The call of the manifest, or one that names a path. */
const callFor = (t: AuditTools, name: string): JsonRecord => {
  const named = t.manifest.choices.actions['webhook.listen'] ?? { path: 'TEXT' };
  return filled(named, name);
};

const hostOf = (url: string): string => new URL(url).hostname;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Whether requests may go there: the kit speaks to the machine of its target, and to no other. */
const isTarget = (t: AuditTools, url: string): boolean =>
  hostOf(url) === hostOf(t.target.url) || (t.target.loopback && loopback.includes(hostOf(url)));

/** What among the texts of an answer may be the address of a listener, those that name it first. */
const addressIn = (t: AuditTools, answer: unknown, name: string): string | undefined => {
  const texts = stringsOf([...walk(answer)]);
  const whole = texts.filter((text) => /^https?:\/\//.test(text) && URL.canParse(text) && isTarget(t, text));
  const parts = texts.filter((text) => text.startsWith('/')).map((text) => new URL(text, t.target.url).href);
  const known = [...whole.filter((url) => url.includes(name)), ...whole, ...parts];
  return known[0];
};

/** Parameters of webhook.unlisten, as its schema calls them, with what the listener has by the same names. */
const removalOf = async (t: AuditTools, listener: JsonRecord): Promise<JsonRecord> => {
  const served = servedActions((await t.http.get('/api/actions/schema')).json, t.fields);
  const { parameters = [] } = served.find(({ name }) => name.toLowerCase() === 'webhook.unlisten') ?? {};
  const own = new Map(Object.entries(listener).map(([name, value]) => [name.toLowerCase(), value]));
  const known = parameters.flatMap(({ name }) => {
    const value = own.get(name.toLowerCase()) ?? (/id$/i.test(name) ? own.get('id') : undefined);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
};

/** Registers a listener, which is taken away when the audit ends. */
export const listen = async (t: AuditTools): Promise<Webhook> => {
  const { json: schema } = await t.http.get('/api/actions/schema');
  if (!isOffered(schema, 'webhook.listen')) return t.unverified('the action webhook.listen');
  const name = newMarker(t);
  const call = callFor(t, name);
  const made = await runAction(t, 'webhook.listen', call);
  t.given(
    made.ok,
    'a call of webhook.listen that succeeds (choices.actions "webhook.listen")',
    inShort(made),
  );
  const told = resultsIn(t, made);
  const listener: JsonRecord = Object.assign({}, call, ...told.toReversed());
  const remove = async (): Promise<void> => {
    const own = await removalOf(t, listener);
    // without any of them, listeners of others might be meant
    t.given(Object.keys(own).length > 0, 'a parameter of webhook.unlisten that a listener has');
    const reply = await runAction(t, 'webhook.unlisten', own);
    t.given(reply.ok, 'a call of webhook.unlisten that succeeds', inShort(reply));
  };
  t.defer(() => remove().catch(() => {}));
  const listed = async () => (await runAction(t, 'webhook.listeners', {})).json;
  const address = addressIn(t, made.json, name) ?? addressIn(t, await listed(), name);
  if (address === undefined)
    return t.unverified('the address of a listener, in what webhook.listen or webhook.listeners answers');
  return {
    name,
    about: [name, `/${name}`, ...stringsOf(told.filter(isRecord).map(({ listenerId }) => listenerId))],
    async send() {
      const marker = newMarker(t);
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

/** Whether webhook.listeners tells of a listener. */
export const isListed = async (t: AuditTools, { about }: Webhook): Promise<boolean> => {
  const reply = await runAction(t, 'webhook.listeners', {});
  t.given(reply.ok, 'a call of webhook.listeners that succeeds', inShort(reply));
  return about.some((text) => mentions(reply.json, text));
};
