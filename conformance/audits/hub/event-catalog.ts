import { connectHub, type HubClient } from '../../audit-helpers/hub-client.ts';
import { type AuditContext, defineAuditArea } from '../../audit.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { enteredConditions } from '../../coverage/events/event-recipes.ts';
import { createEventRun, type EventRun, type TriggeredEvent } from '../../coverage/events/event-run.ts';
import { includesDeep } from '../../json.ts';
import { createPayloadValidator, eventKinds, type PayloadValidator } from '../../target/hub/event-catalog.ts';
import { addUndocumentedKinds } from '../../target/hub/event-log.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');

/**
 * Subscribes to every event kind that the description or the catalog names, and to a wildcard where wildcards are
 * supported.
 */
const subscribeToAll = async (t: AuditContext): Promise<HubClient> => {
  const client = await connectHub(t);
  await Promise.all([...eventKinds, '*'].map(client.trySubscribe));
  return client;
};

/** Records which event payloads match their schemas in the catalog. */
const recordPayloadVerdicts = (
  run: EventRun,
  triggeredEvents: readonly TriggeredEvent[],
  validate: PayloadValidator,
): void => {
  for (const { kind, event } of triggeredEvents) {
    const verdict = event && validate(event);
    const cell = { kind, column: 'payload' } as const;
    if (event === undefined) run.recordCell({ ...cell, state: 'missing', reason: 'the event never arrived' });
    else if (verdict === undefined)
      run.recordCell({ ...cell, state: 'observed', reason: 'the catalog has no schema for it' });
    else if (verdict.fault === undefined) run.recordCell({ ...cell, state: 'asserted' });
    else run.recordCell({ ...cell, state: 'missing', reason: `does not match the schema: ${verdict.fault}` });
  }
  run.recordUntried('payload');
};

const mustMatchCatalog = (
  t: AuditContext,
  event: HubEvent,
  { document, validate }: { readonly document: unknown; readonly validate: PayloadValidator },
): void => {
  const { type, args } = event;
  if (type === undefined) return;
  t.must(includesDeep(document, type), `the catalog contains ${type}`, { actual: args });
  const fault = validate(event)?.fault;
  t.must(fault === undefined, `${type} matches its schema in the target's own catalog`, {
    expected: fault,
    actual: args,
  });
};

/** Audits of the events that all previous audits have received. Therefore, these audits run last. */
export const audits = [
  hub
    .with({
      timeout: 180_000,
      entersConditions: enteredConditions,
      likelyCause: 'the event catalog is maintained by hand and out of date',
    })
    .audit('catalog', ['EVENT-024'], async (t) => {
      const run = await createEventRun(t);
      const { document } = run.catalog;
      t.given(typeof document !== 'string', 'GET /api/events/types returns JSON');
      const validate = createPayloadValidator(document);
      const client = await subscribeToAll(t);
      const driver = createEventDriver(t);
      recordPayloadVerdicts(run, await run.triggerAll(driver), validate);
      await run.triggerUnlisted(driver);
      const events = addUndocumentedKinds([...t.events.events, ...run.witness.events(), ...client.events()]);
      const typedEvents = events.filter(({ type }) => type !== undefined);
      for (const event of typedEvents) mustMatchCatalog(t, event, { document, validate });
      t.observe('events that name their kind', `${typedEvents.length} of ${events.length}`);
      t.given(typedEvents.length > 0, 'events that name their kind (choices.paths "event.type")');
    }),
];
