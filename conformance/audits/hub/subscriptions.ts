import { isDeepStrictEqual } from 'node:util';
import { createConsoleWriter, createUniqueText } from '../../audit-helpers/console-writer.ts';
import {
  connectHub,
  describeReceived,
  type HubClient,
  waitQuietWindow,
} from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { includesText } from '../../target/hub/hub-event.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');

const hasReceived = (client: HubClient, marker: string): boolean =>
  client.events().some(({ args }) => includesText(args, marker));

/** Common spellings of wildcard patterns. */
const wildcardPatterns = ['console.*', '*.log', '**', '*'];

/**
 * Observes which events are delivered for a pattern other than an exact name. The description defines no grammar for
 * patterns.
 */
const observePattern = async (t: AuditTools, write: (marker: string) => Promise<void>, pattern: string) => {
  const client = await connectHub(t);
  const observer = await connectHub(t);
  await observer.subscribe('console.log');
  const completion = await client.trySubscribe(pattern);
  const marker = createUniqueText(t);
  await write(marker);
  t.given((await observer.event('console.log', marker)) !== undefined, 'the exact name delivers the event');
  await waitQuietWindow();
  t.observe(
    pattern,
    completion.kind === 'refused' ? `refused: ${completion.error}` : hasReceived(client, marker),
  );
};

export const audits = [
  hub.audit('subscribe', ['HUB-SUB-001', 'HUB-CALLBACK-001'], async (t) => {
    const write = await createConsoleWriter(t);
    const client = await connectHub(t, { assertions: t.for('HUB-SUB-001') });
    await client.subscribe('graph.stopped', 'console.log');
    const marker = createUniqueText(t);
    await write(marker);
    const event = await client.event('console.log', marker);
    const assertions = t.for('HUB-SUB-001', 'HUB-CALLBACK-001');
    if (!assertions.must(event !== undefined, 'ReceiveEvent delivers console.log', describeReceived(client)))
      return;
    await client.subscribe('graph.running');
    const second = createUniqueText(t);
    await write(second);
    t.for('HUB-SUB-001').must(
      (await client.event('console.log', second)) !== undefined,
      'a further subscription keeps the first one',
      describeReceived(client),
    );
  }),
  hub
    .with({ likelyCause: 'events are sent to all connections' })
    .audit('unmatched', ['HUB-SUB-002'], async (t) => {
      const write = await createConsoleWriter(t);
      const observer = await connectHub(t);
      await observer.subscribe('console.log');
      const client = await connectHub(t);
      await client.subscribe('graph.running');
      const early = createUniqueText(t);
      await write(early);
      t.given(
        (await observer.event('console.log', early)) !== undefined,
        'console.log reaches a connection that subscribed to it',
      );
      await waitQuietWindow();
      // The listener is registered before the subscription, because a hub may then send past events.
      const isDelivered = hasReceived(client, early);
      await client.subscribe('console.log');
      const late = createUniqueText(t);
      await write(late);
      t.given((await client.event('console.log', late)) !== undefined, 'the connection receives events');
      t.must(!isDelivered, 'an event that matches no pattern is not delivered', describeReceived(client));
    }),
  hub
    .with({ likelyCause: 'Unsubscribe does nothing, or removes other patterns too' })
    .audit('unsubscribe', ['HUB-UNSUB-001'], async (t) => {
      const write = await createConsoleWriter(t);
      const observer = await connectHub(t);
      await observer.subscribe('console.log');
      const client = await connectHub(t, { assertions: t });
      await client.subscribe('console.log', 'graph.running');
      const expectEvent = async (when: string): Promise<void> => {
        const marker = createUniqueText(t);
        await write(marker);
        t.given(
          (await observer.event('console.log', marker)) !== undefined,
          'a second connection receives the event',
        );
        t.must(
          (await client.event('console.log', marker)) !== undefined,
          `the event arrives ${when}`,
          describeReceived(client),
        );
      };
      await expectEvent('while subscribed');
      await client.unsubscribe('graph.running');
      await expectEvent('after another pattern was unsubscribed');
      await client.unsubscribe('console.log');
      const unsubscribedText = createUniqueText(t);
      await write(unsubscribedText);
      t.given(
        (await observer.event('console.log', unsubscribedText)) !== undefined,
        'a second connection receives the event',
      );
      await waitQuietWindow();
      const isDelivered = hasReceived(client, unsubscribedText);
      await client.subscribe('console.log');
      await expectEvent('after subscribing again');
      t.must(
        !isDelivered,
        'nothing is delivered between Unsubscribe and Subscribe',
        describeReceived(client),
      );
    }),
  hub
    .with({ likelyCause: 'Unsubscribe compares patterns with event names instead of with patterns' })
    .audit('unsubscribe-pattern', ['HUB-UNSUB-001'], async (t) => {
      const write = await createConsoleWriter(t);
      const matching: string[] = [];
      for (const pattern of ['console.log', ...wildcardPatterns]) {
        const client = await connectHub(t, { assertions: t });
        if ((await client.trySubscribe(pattern)).kind === 'refused') continue;
        const subscribedText = createUniqueText(t);
        await write(subscribedText);
        if ((await client.event('console.log', subscribedText)) === undefined) continue;
        matching.push(pattern);
        await client.unsubscribe(pattern);
        const unsubscribedText = createUniqueText(t);
        await write(unsubscribedText);
        await waitQuietWindow();
        // A new subscription may receive past events. When a later event arrives, these past events have had enough
        // time to arrive.
        const subscribed = client.callbacks.all.length;
        await client.subscribe('console.log');
        const late = createUniqueText(t);
        await write(late);
        t.given(
          (await client.event('console.log', late)) !== undefined,
          'a connection still receives events',
        );
        const unexpected = client
          .events('console.log')
          .filter(({ args }) => includesText(args, unsubscribedText));
        const isStopped = unexpected.every(({ index }) => index >= subscribed);
        t.must(
          isStopped,
          `Unsubscribe of ${pattern} ends the delivery of its events`,
          describeReceived(client),
        );
      }
      t.observe('patterns that deliver console.log', matching);
      t.given(matching.length > 0, 'a pattern that delivers console.log');
    }),
  hub.audit('open-choices', ['HUB-ENVELOPE-001'], async (t) => {
    const write = await createConsoleWriter(t);
    const client = await connectHub(t);
    await client.subscribe('console.log');
    const marker = createUniqueText(t);
    await write(marker);
    const event = await client.event('console.log', marker);
    t.given(event !== undefined, 'an event arrives');
    t.observe('ReceiveEvent', event?.args);
    for (const pattern of [...wildcardPatterns, 'CONSOLE.LOG', 'console', '']) {
      await observePattern(t, write, pattern);
    }
    t.observe(
      'Subscribe to a pattern that matches no kind of event',
      await client.trySubscribe('no.such.kind'),
    );
  }),
  hub.audit('console-stream', ['EVENT-025'], async (t) => {
    const write = await createConsoleWriter(t);
    const client = await connectHub(t);
    await client.subscribe('console.log');
    const markers = [createUniqueText(t), createUniqueText(t), createUniqueText(t)];
    for (const marker of markers) await write(marker);
    for (const marker of markers) {
      const event = await client.event('console.log', marker);
      t.must(event !== undefined, 'every entry listed in the console is streamed', describeReceived(client));
    }
    await waitQuietWindow();
    const order = client
      .events('console.log')
      .flatMap(({ args }) => markers.filter((marker) => includesText(args, marker)));
    t.observe('entries are streamed once and in order', isDeepStrictEqual(order, markers));
  }),
];
