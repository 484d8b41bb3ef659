/** Actions on webhooks: how listeners come and go. */
import { area } from '../../area.ts';
import { names } from '../../target/hub/events.ts';
import { connect, quietWindow, received } from '../../lab/hub-client.ts';
import { isListed, listen } from '../../lab/webhooks.ts';

const webhookActions = area('webhook-actions', 'token', 'runtime');
const webhookEvents = area('webhook-actions', 'token', 'runtime', 'events');

export const webhookActionAudits = [
  webhookActions.audit('listeners', ['ACT-WEBHOOK-002'], async (t) => {
    const webhook = await listen(t);
    t.must(await isListed(t, webhook), 'webhook.listeners tells of a listener that was registered');
    await webhook.remove();
    t.must(!(await isListed(t, webhook)), 'and no more of one that was taken away');
  }),
  webhookEvents.audit('unlisten', ['ACT-WEBHOOK-003'], async (t) => {
    const [webhook, other] = [await listen(t), await listen(t)];
    const client = await connect(t);
    await client.subscribe('webhook.received');
    const before = await webhook.send();
    t.given(before !== undefined, 'a listener that takes a POST with a JSON body');
    t.given(
      (await client.event('webhook.received')) !== undefined,
      'webhook.received comes when a POST reaches a listener',
    );
    const known = client.callbacks.all.length;
    await webhook.remove();
    const after = await webhook.send();
    // what comes of it would have come before what comes of the other
    t.given((await other.send()) !== undefined, 'another listener that takes a POST');
    await client.eventFrom(known, 'webhook.received', ...other.about);
    await quietWindow();
    const about = after === undefined ? webhook.about : [...webhook.about, after];
    const late = client
      .events('webhook.received')
      .filter(({ index, args }) => index >= known && about.some((text) => names(args, text)));
    t.mustEqual(late.length, 0, 'what is sent to a listener that was taken away raises no webhook.received');
    t.observe('what came', received(client).actual);
  }),
];
