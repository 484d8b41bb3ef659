/** Audits of what subscribing to MIDI input and to live-streaming platforms changes. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { listResultValues, requireAction, type ShownValues } from '../../audit-helpers/action-effects.ts';
import { createSampleValue } from '../../audit-helpers/action-trials.ts';
import {
  connectHub,
  describeReceived,
  type HubClient,
  waitQuietWindow,
} from '../../audit-helpers/hub-client.ts';
import { listNames } from '../../audit-helpers/read-list.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { causeConfiguredEvent, subscribeTo, subscribeToMidi } from '../../audit-helpers/subscriptions.ts';
import { findListedSubject, registerWebhook } from '../../audit-helpers/webhook-listener.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterStrings, isRecord, walkJson } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { includesText } from '../../target/hub/hub-event.ts';

const webhookActions = defineAuditArea('webhook-actions', 'token', 'runtime');
const webhookActionsWithEvents = defineAuditArea('webhook-actions', 'token', 'runtime', 'events');

const midiActionsWithoutEvents = defineAuditArea('midi-actions', 'token', 'runtime');

const midiActions = defineAuditArea('midi-actions', 'token', 'runtime', 'events');
const streamingActions = defineAuditArea('streaming-actions', 'token', 'runtime');

/**
 * Runs steps that trigger MIDI input, the last of which does so under a subscription.
 * @returns how many events arrived. They include those of earlier steps, whose events would arrive before the last.
 */
const countMidiInput = async (
  t: AuditTools,
  client: HubClient,
  run: () => Promise<unknown>,
): Promise<number> => {
  const from = client.callbacks.all.length;
  await run();
  t.given(
    (await client.eventFrom(from, 'midi.input')) !== undefined,
    'midi.input after a call of choices.events under a subscription',
    describeReceived(client),
  );
  await waitQuietWindow();
  return client.events('midi.input').filter(({ index }) => index >= from).length;
};

/** How long to wait for streaming.status to show a subscription, and how long between two reads. */
const statusWaitMs = 2_000;
const statusPollMs = 100;

const readStatus = async (t: AuditTools): Promise<ShownValues> => {
  const reply = await runAction(t, 'streaming.status', t.manifest.choices.actions['streaming.status'] ?? {});
  t.givenSuccess(reply, 'a call of streaming.status that succeeds');
  return listResultValues(t, reply);
};

/** Lists the places that show something in both responses, and not the same. */
const listChanges = (before: ShownValues, after: ShownValues): readonly string[] =>
  [...after].flatMap(([place, value]) =>
    before.has(place) && !isDeepStrictEqual(before.get(place), value) ? [place] : [],
  );

export const audits = [
  midiActionsWithoutEvents.audit('devices', ['ACT-MIDI-002'], async (t) => {
    const reply = await runAction(t, 'midi.devices', {});
    t.observe('midi.devices', describeReply(reply).actual);
    if (!reply.ok) return;
    const names = [...walkJson(reply.json)]
      .filter(isRecord)
      .flatMap(({ inputs, outputs }) => [...listNames(inputs), ...listNames(outputs)]);
    const { json } = await t.http.get('/api/discovery/midi-devices');
    const deviceNames = filterStrings([...walkJson(json)]);
    t.observe(
      'devices that midi.devices lists and the discovery type midi-devices does not',
      [...new Set(names)].filter((name) => !deviceNames.includes(name)),
    );
    const unknownDevice = {
      device: `${t.manifest.namespace}-nobody`,
      message: 'noteOn',
      data1: 60,
      data2: 1,
    };
    t.observe(
      'midi.send to an unknown device',
      (await runAction(t, 'midi.send', { ...t.manifest.choices.actions['midi.send'], ...unknownDevice }))
        .status,
    );
  }),

  midiActions.audit('subscriptions', ['ACT-MIDI-003'], async (t) => {
    const client = await connectHub(t);
    await client.subscribe('midi.input');
    const unsubscribedAndSubscribed = async (): Promise<() => Promise<void>> => {
      await causeConfiguredEvent(t, 'midi.input');
      const { end } = await subscribeToMidi(t);
      await causeConfiguredEvent(t, 'midi.input');
      return end;
    };
    let end = async (): Promise<void> => {};
    const before = await countMidiInput(t, client, async () => {
      end = await unsubscribedAndSubscribed();
    });
    const each = await countMidiInput(t, client, () => causeConfiguredEvent(t, 'midi.input'));
    await end();
    const after = await countMidiInput(t, client, async () => {
      end = await unsubscribedAndSubscribed();
    });
    await end();
    // Another client's subscription may cause events before, but the kit can't end it.
    t.observe('midi.input without a subscription of the kit', before > each);
    t.must(after <= each, 'MIDI input after midi.unsubscribe emits no midi.input', {
      expected: `${each} events of the input under a subscription`,
      actual: after,
    });
  }),
  streamingActions.audit('status', ['ACT-STREAM-003'], async (t) => {
    const { parameters } = await requireAction(t, 'streaming.subscribe');
    const call =
      t.manifest.choices.actions['streaming.subscribe'] ??
      Object.fromEntries(
        parameters
          .filter(({ required }) => required)
          .map(({ name, schema }) => [name, createSampleValue(t, schema)]),
      );
    await (await subscribeTo(t, 'streaming', call)).end();
    const before = await readStatus(t);
    const steady = listChanges(before, await readStatus(t));
    const { end } = await subscribeTo(t, 'streaming', call);
    const deadline = performance.now() + statusWaitMs;
    let changed: readonly string[] = [];
    while (changed.length === 0 && performance.now() < deadline) {
      changed = listChanges(before, await readStatus(t)).filter((place) => !steady.includes(place));
      if (changed.length === 0) await wait(statusPollMs);
    }
    t.should(changed.length > 0, 'streaming.status changes with a subscription', {
      actual: Object.fromEntries(before),
    });
    await end();
    const after = await readStatus(t);
    t.should(
      changed.length === 0 || changed.some((place) => isDeepStrictEqual(after.get(place), before.get(place))),
      'streaming.status changes back when the subscription ends',
      { actual: Object.fromEntries(changed.map((place) => [place, after.get(place)])) },
    );
  }),

  webhookActions.audit('listeners', ['ACT-WEBHOOK-002'], async (t) => {
    const webhook = await registerWebhook(t);
    t.given(
      webhook.subjects.length > 0,
      'a listener that differs from the others (choices.actions "webhook.listen", with TEXT)',
    );
    const listed = await findListedSubject(t, webhook);
    if (!t.must(listed !== undefined, 'webhook.listeners lists a registered listener')) return;
    await webhook.remove();
    const remaining = await findListedSubject(t, { subjects: [listed ?? ''] });
    t.must(remaining === undefined, 'webhook.listeners no longer lists a removed listener');
  }),
  webhookActionsWithEvents.audit('unlisten', ['ACT-WEBHOOK-003'], async (t) => {
    const [webhook, otherWebhook] = [await registerWebhook(t), await registerWebhook(t)];
    t.given(
      webhook.isUnique && otherWebhook.isUnique,
      'listeners with names of their own (choices.actions "webhook.listen", with TEXT)',
    );
    const client = await connectHub(t);
    await client.subscribe('webhook.received');
    const before = await webhook.send();
    t.given(before !== undefined, 'a listener that accepts a POST with a JSON body');
    t.given(
      (await client.event('webhook.received')) !== undefined,
      'webhook.received arrives when a POST reaches a listener',
    );
    const callbackCount = client.callbacks.all.length;
    await webhook.remove();
    const after = await webhook.send();
    // If the first listener still raised an event, that event would arrive before this listener's event.
    t.given((await otherWebhook.send()) !== undefined, 'another listener that accepts a POST');
    await client.eventFrom(callbackCount, 'webhook.received', ...otherWebhook.subjects);
    await waitQuietWindow();
    const subjects = after === undefined ? webhook.subjects : [...webhook.subjects, after];
    const late = client
      .events('webhook.received')
      .filter(
        ({ index, args }) => index >= callbackCount && subjects.some((text) => includesText(args, text)),
      );
    t.mustEqual(late.length, 0, 'a POST to a removed listener emits no webhook.received');
    t.observe('what came', describeReceived(client).actual);
  }),
];
