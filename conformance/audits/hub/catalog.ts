import { area } from '../../area.ts';
import { withForeignKinds } from '../../target/hub/event-log.ts';
import { eventKinds } from '../../target/hub/event-kinds.ts';
import { createCatalogJudge } from '../../target/hub/payload-schemas.ts';
import { mentions } from '../../json.ts';
import { broughtAbout } from '../../replay/events/recipes.ts';
import { openShow } from '../../replay/events/show.ts';
import { createStage } from '../../replay/events/stage.ts';
import { connect } from '../../lab/hub-client.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubEvent } from '../../target/hub/events.ts';
import type { CatalogJudge } from '../../target/hub/payload-schemas.ts';
import type { Scene, Show } from '../../replay/events/show.ts';
import type { HubClient } from '../../lab/hub-client.ts';

const hub = area('hub', 'token', 'runtime', 'events');

/** Subscribes to all that the description names, listed or not, and to everything where that is possible. */
const openToAll = async (t: AuditContext): Promise<HubClient> => {
  const client = await connect(t);
  await Promise.all([...eventKinds, '*'].map(client.trySubscribe));
  return client;
};

/** Tells which payloads are as the catalog describes them. */
const tellPayloads = (show: Show, scenes: readonly Scene[], judge: CatalogJudge): void => {
  for (const { kind, event } of scenes) {
    const verdict = event && judge(event);
    const cell = { kind, column: 'payload' } as const;
    if (event === undefined) show.tell({ ...cell, state: 'missing', reason: 'it never came' });
    else if (verdict === undefined)
      show.tell({ ...cell, state: 'observed', reason: 'the catalog has no schema for it' });
    else if (verdict.fault === undefined) show.tell({ ...cell, state: 'asserted' });
    else show.tell({ ...cell, state: 'missing', reason: `not as described: ${verdict.fault}` });
  }
  show.tellUntried('payload');
};

const mustBeAsDescribed = (
  t: AuditContext,
  event: HubEvent,
  { document, judge }: { readonly document: unknown; readonly judge: CatalogJudge },
): void => {
  const { type, args } = event;
  if (type === undefined) return;
  t.must(mentions(document, type), `the catalog knows ${type}`, { actual: args });
  const fault = judge(event)?.fault;
  t.must(fault === undefined, `${type} is as the target's own catalog describes it`, {
    expected: fault,
    actual: args,
  });
};

/** Judges the events of all audits so far, and so comes after them. */
export const catalogAudits = [
  hub.audit(
    'catalog',
    ['EVENT-024'],
    {
      timeout: 180_000,
      brings: broughtAbout,
      likelyCause: 'the event catalog is written by hand and has fallen behind',
    },
    async (t) => {
      const show = await openShow(t);
      const { document } = show.catalog;
      t.given(typeof document !== 'string', 'GET /api/events/types answers JSON');
      const judge = createCatalogJudge(document);
      const client = await openToAll(t);
      const stage = createStage(t);
      tellPayloads(show, await show.play(stage), judge);
      await show.playUnlisted(stage);
      const events = withForeignKinds([...t.events.heard, ...show.witness.events(), ...client.events()]);
      const named = events.filter(({ type }) => type !== undefined);
      for (const event of named) mustBeAsDescribed(t, event, { document, judge });
      t.observe('events that name their kind', `${named.length} of ${events.length}`);
      t.given(named.length > 0, 'events that name their kind (choices.paths "event.type")');
    },
  ),
];
