/** Audits of webhook actions: how listeners are registered and removed. */
import { defineAuditArea } from '../define-audit-area.ts';
import { includesText } from '../target/hub/hub-event.ts';
import { connectHub, waitQuietWindow, describeReceived } from '../audit-helpers/hub-client.ts';
import { findListedSubject, registerWebhook } from '../audit-helpers/webhook-listener.ts';

const webhookActions = defineAuditArea('webhook-actions', 'token', 'runtime');
const webhookActionsWithEvents = defineAuditArea('webhook-actions', 'token', 'runtime', 'events');

export const webhookActionAudits = [
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
