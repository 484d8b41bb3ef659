import {
  connectHub,
  describeReceived,
  type HubClient,
  waitQuietWindow,
} from '../../audit-helpers/hub-client.ts';
import { type AuditContext, defineAuditArea } from '../../audit.ts';
import { enteredConditions, getEventRecipe } from '../../coverage/events/event-recipes.ts';
import { createEventRun, type EventRun, type TriggeredEvent } from '../../coverage/events/event-run.ts';
import type { EventColumn } from '../../coverage/events/event-coverage.ts';

const events = defineAuditArea('events', 'token', 'runtime', 'events').with({
  // A target that emits no events at all makes the kit wait for every kind.
  timeout: 180_000,
  entersConditions: enteredConditions,
});

/** A connection that listens while events are triggered, and the event kinds that it is subscribed to. */
interface Subscriber {
  readonly client: HubClient;
  readonly kinds: ReadonlySet<string>;
}

/** Selects every other event kind, so that related kinds end up in different halves. */
const selectEveryOther = (kinds: readonly string[], parity: 0 | 1): readonly string[] =>
  kinds.filter((_, index) => index % 2 === parity);

/** Opens a connection that subscribes to every other event kind, each in a separate call. */
const subscribeToHalf = async (t: AuditContext, { tried }: EventRun, parity: 0 | 1): Promise<Subscriber> => {
  const kinds = selectEveryOther(tried, parity);
  const client = await connectHub(t, { assertions: t });
  await Promise.all(kinds.map((kind) => client.subscribe(kind)));
  return { client, kinds: new Set(kinds) };
};

/** Opens a connection that subscribes to all event kinds at once, and then unsubscribes from every other kind. */
const unsubscribeFromHalf = async (
  t: AuditContext,
  { tried }: EventRun,
  parity: 0 | 1,
): Promise<Subscriber> => {
  const subscribedKinds = selectEveryOther(tried, parity);
  const client = await connectHub(t, { assertions: t });
  await client.subscribe(...tried);
  if (subscribedKinds.length > 0) await client.unsubscribe(...subscribedKinds);
  return { client, kinds: new Set(tried.filter((kind) => !subscribedKinds.includes(kind))) };
};

/** What is wrong with the delivery of an event, or `undefined` when nothing is wrong. */
type DeliveryError = { readonly fault: string; readonly client: HubClient } | undefined;

/** Records the results in one column of the report, then asserts on what was found. */
const checkDeliveries = async (
  t: AuditContext,
  run: EventRun,
  column: EventColumn,
  triggeredEvents: readonly TriggeredEvent[],
  find: (triggered: TriggeredEvent) => DeliveryError | Promise<DeliveryError>,
): Promise<void> => {
  run.recordUntried(column);
  const findings = await Promise.all(triggeredEvents.map(find));
  for (const [index, { kind, event }] of triggeredEvents.entries()) {
    const finding = findings[index];
    const reason = finding ? `wrong: ${finding.fault}` : event ? undefined : 'the event never arrived';
    run.recordCell({
      kind,
      column,
      ...(reason === undefined ? { state: 'asserted' } : { state: 'missing', reason }),
    });
  }
  for (const finding of findings) if (finding) t.must(false, finding.fault, describeReceived(finding.client));
  t.given(
    triggeredEvents.some(({ event }) => event !== undefined),
    'an event of the catalog that arrives when triggered',
  );
  t.must(true, 'every event was delivered according to its subscriptions');
};

export const audits = [
  events
    .with({ likelyCause: 'a later pattern replaces earlier ones, or only some patterns of a list count' })
    .audit('by-name', ['HUB-SUB-001'], async (t) => {
      const run = await createEventRun(t);
      const subscribers = [await subscribeToHalf(t, run, 0), await subscribeToHalf(t, run, 1)];
      const triggeredEvents = await run.triggerAll();
      // If no event arrives at all, the kit may not recognize the target's events.
      const areRecognized = triggeredEvents.some(({ event }) => event !== undefined);
      const find = async (triggered: TriggeredEvent): Promise<DeliveryError> => {
        const { kind, event } = triggered;
        const entitled = subscribers.filter(({ kinds }) => kinds.has(kind)).map(({ client }) => client);
        if (event === undefined) {
          const isDelivered = entitled.some((client) => client.events(kind).length > 0);
          const fault = isDelivered
            ? `${kind} reaches a connection that subscribed to it among other kinds`
            : `${kind} arrives when ${getEventRecipe(kind).trigger}`;
          return isDelivered || (areRecognized && run.isDemanded(kind))
            ? { fault, client: run.witness }
            : undefined;
        }
        for (const client of entitled) {
          const fault = `${kind} reaches every connection that subscribed to it`;
          if (!(await run.reaches(client, triggered))) return { fault, client };
        }
        return undefined;
      };
      await checkDeliveries(t, run, 'by name', triggeredEvents, find);
    }),
  events
    .with({ likelyCause: 'patterns are compared by prefix, or not at all' })
    .audit('not-unasked', ['HUB-SUB-002'], async (t) => {
      const run = await createEventRun(t);
      const subscribers = [await subscribeToHalf(t, run, 0), await subscribeToHalf(t, run, 1)];
      const triggeredEvents = await run.triggerAll();
      await run.settle(subscribers.map(({ client }) => client));
      const find = (triggered: TriggeredEvent): DeliveryError => {
        const { kind } = triggered;
        const unsubscribed = subscribers.find(
          ({ client, kinds }) => !kinds.has(kind) && run.hasReached(client, triggered),
        );
        return (
          unsubscribed && {
            fault: `${kind} does not reach a connection that subscribed to other kinds only`,
            client: unsubscribed.client,
          }
        );
      };
      await checkDeliveries(t, run, 'not unasked', triggeredEvents, find);
    }),
  events
    .with({ likelyCause: 'Unsubscribe removes only some of its patterns, or others too' })
    .audit('unsubscribed', ['HUB-UNSUB-001'], async (t) => {
      const run = await createEventRun(t);
      const subscribers = [await unsubscribeFromHalf(t, run, 0), await unsubscribeFromHalf(t, run, 1)];
      const triggeredEvents = await run.triggerAll();
      await run.settle(subscribers.map(({ client }) => client));
      const find = async (triggered: TriggeredEvent): Promise<DeliveryError> => {
        const { kind } = triggered;
        for (const { client, kinds } of triggered.event ? subscribers : []) {
          if (!kinds.has(kind) && run.hasReached(client, triggered))
            return { fault: `${kind} no longer arrives after its Unsubscribe`, client };
          if (kinds.has(kind) && !(await run.reaches(client, triggered)))
            return { fault: `${kind} still arrives after the Unsubscribe of other kinds`, client };
        }
        return undefined;
      };
      await checkDeliveries(t, run, 'unsubscribed', triggeredEvents, find);
    }),
  events.audit('patterns', ['HUB-PATTERN-001'], async (t) => {
    const run = await createEventRun(t);
    const family = await connectHub(t);
    const refused = new Set<string>();
    const wildcardClient = await connectHub(t);
    const subscribe = async (client: HubClient, pattern: string): Promise<void> => {
      if ((await client.trySubscribe(pattern)).kind === 'refused') refused.add(pattern);
    };
    const families = [...new Set(run.tried.map(toFamilyPattern))];
    await Promise.all([
      ...families.map((pattern) => subscribe(family, pattern)),
      subscribe(wildcardClient, '*'),
    ]);
    const triggeredEvents = await run.triggerAll();
    await waitQuietWindow();
    const recordCell = (
      column: 'family.*' | '*',
      triggered: TriggeredEvent,
      pattern: string,
      client: HubClient,
    ): void => {
      const { kind } = triggered;
      const reason = refused.has(pattern)
        ? `the target rejects ${pattern}, which is allowed`
        : `${pattern} does not deliver it, which is allowed`;
      const isDelivered = run.hasReached(client, triggered);
      run.recordCell({
        kind,
        column,
        ...(isDelivered ? { state: 'observed' } : { state: 'unreachable', reason }),
      });
    };
    for (const triggered of triggeredEvents) {
      const pattern = toFamilyPattern(triggered.kind);
      recordCell('family.*', triggered, pattern, family);
      recordCell('*', triggered, '*', wildcardClient);
    }
    run.recordUntried('family.*', '*');
  }),
];

/** Returns the pattern for all event kinds with the same prefix, for targets that support wildcards. */
const toFamilyPattern = (kind: string): string => `${kind.split('.')[0]}.*`;
