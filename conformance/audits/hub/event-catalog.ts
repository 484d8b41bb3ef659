import { defineAuditArea } from '../../define-audit-area.ts';
import { addUndocumentedKinds } from '../../target/hub/event-log.ts';
import { eventKinds } from '../../target/hub/event-kinds.ts';
import { createPayloadValidator } from '../../target/hub/payload-validator.ts';
import { includesDeep } from '../../json.ts';
import { enteredConditions } from '../../coverage/events/event-recipes.ts';
import { createEventRun } from '../../coverage/events/event-run.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { connectHub } from '../../audit-helpers/hub-client.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import type { PayloadValidator } from '../../target/hub/payload-validator.ts';
import type { TriggeredEvent, EventRun } from '../../coverage/events/event-run.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';

const hub = defineAuditArea('hub', 'token', 'runtime', 'events');

/** Subscribes to every kind named in the description or the catalog, and to a wildcard where supported. */
const subscribeToAll = async (t: AuditContext): Promise<HubClient> => {
  const client = await connectHub(t);
  await Promise.all([...eventKinds, '*'].map(client.trySubscribe));
  return client;
};

/** Records which payloads match their schemas in the catalog. */
const recordPayloadVerdicts = (
  show: EventRun,
  scenes: readonly TriggeredEvent[],
  judge: PayloadValidator,
): void => {
  for (const { kind, event } of scenes) {
    const verdict = event && judge(event);
    const cell = { kind, column: 'payload' } as const;
    if (event === undefined) show.tell({ ...cell, state: 'missing', reason: 'the event never arrived' });
    else if (verdict === undefined)
      show.tell({ ...cell, state: 'observed', reason: 'the catalog has no schema for it' });
    else if (verdict.fault === undefined) show.tell({ ...cell, state: 'asserted' });
    else show.tell({ ...cell, state: 'missing', reason: `does not match the schema: ${verdict.fault}` });
  }
  show.tellUntried('payload');
};

const mustMatchCatalog = (
  t: AuditContext,
  event: HubEvent,
  { document, judge }: { readonly document: unknown; readonly judge: PayloadValidator },
): void => {
  const { type, args } = event;
  if (type === undefined) return;
  t.must(includesDeep(document, type), `the catalog contains ${type}`, { actual: args });
  const fault = judge(event)?.fault;
  t.must(fault === undefined, `${type} matches its schema in the target's own catalog`, {
    expected: fault,
    actual: args,
  });
};

/** Checks the events received by all previous audits, so these audits run after them. */
export const eventCatalogAudits = [
  hub.audit(
    'catalog',
    ['EVENT-024'],
    {
      timeout: 180_000,
      entersConditions: enteredConditions,
      likelyCause: 'the event catalog is maintained by hand and out of date',
    },
    async (t) => {
      const show = await createEventRun(t);
      const { document } = show.catalog;
      t.given(typeof document !== 'string', 'GET /api/events/types returns JSON');
      const judge = createPayloadValidator(document);
      const client = await subscribeToAll(t);
      const driver = createEventDriver(t);
      recordPayloadVerdicts(show, await show.play(driver), judge);
      await show.playUnlisted(driver);
      const events = addUndocumentedKinds([...t.events.events, ...show.witness.events(), ...client.events()]);
      const named = events.filter(({ type }) => type !== undefined);
      for (const event of named) mustMatchCatalog(t, event, { document, judge });
      t.observe('events that name their kind', `${named.length} of ${events.length}`);
      t.given(named.length > 0, 'events that name their kind (choices.paths "event.type")');
    },
  ),
];
