import { defineAuditArea } from '../../define-audit-area.ts';
import { truncateJson } from '../../json.ts';
import { readEventCatalog } from '../../coverage/events/read-event-catalog.ts';
import { isEventOfSubject } from '../../coverage/events/correlate-event.ts';
import { getKindRequirement } from '../../target/hub/event-kinds.ts';
import { triggerEvent } from '../../coverage/events/trigger-event.ts';
import { getEventRecipe } from '../../coverage/events/event-recipes.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { EventCell } from '../../coverage/events/event-coverage.ts';
import type { RequirementId } from '../../requirements/index.ts';

interface EventKindCase {
  readonly kind: string;
  /** Statements beside the one about the kind that say that the event comes. */
  readonly also?: readonly RequirementId[];
  /** Making ready may bring the event too, so that it is left the time to do so. */
  readonly pause?: true;
  /** Nothing but the act may bring the event: one that comes before is wrong. */
  readonly onlyThen?: true;
  /** The act brings it about once, and nothing else does. */
  readonly once?: true;
}

const coveredRequirements: readonly EventKindCase[] = [
  { kind: 'graph.running', also: ['RUN-002'], once: true },
  { kind: 'graph.stopped', also: ['RUN-004'], onlyThen: true, once: true },
  { kind: 'node.executing' },
  { kind: 'node.done' },
  { kind: 'ports.updated' },
  { kind: 'variable.changed' },
  { kind: 'variable.deleted', onlyThen: true, once: true },
  { kind: 'console.log' },
  { kind: 'tween.completed', also: ['ACT-008'] },
  { kind: 'tween.cancelled', pause: true },
  { kind: 'camera.changed' },
  { kind: 'midi.input' },
  { kind: 'webhook.received', onlyThen: true, once: true },
  { kind: 'streaming.event' },
];

/** Subscribes to a kind by its name, sets it off, and waits for the event. */
const defineKindAudit = ({ kind, also = [], onlyThen, once, pause = onlyThen }: EventKindCase) => {
  const { trigger, needs = [], also: others = [] } = getEventRecipe(kind);
  const kindRow = getKindRequirement(kind);
  return defineAuditArea(
    'hub',
    'token',
    'runtime',
    'events',
    ...needs.filter((need) => need !== 'program'),
  ).audit(
    kind.replace('.', '-'),
    [kindRow, ...also],
    { likelyCause: `nothing raises ${kind}, or it is raised under another name` },
    async (t) => {
      const client = await connectHub(t);
      await client.subscribe(kind, ...others);
      const { subject, start, event, missingPrecondition } = await triggerEvent(t, kind, {
        driver: createEventDriver(t),
        client,
        pause,
      });
      const judge = t.for(kindRow, ...also);
      const early = client
        .events(kind)
        .filter((other) => other.index < start.acted && isEventOfSubject(other, subject));
      if (onlyThen) judge.mustEqual(early.length, 0, `${kind} does not come before ${trigger}`);
      t.given(missingPrecondition === undefined, missingPrecondition ?? '');
      if (!event && also.length === 0 && !(await isInCatalog(t, kind))) {
        t.notApplicable(`the event catalog does not list ${kind}, and it does not come`);
      }
      const cell: EventCell = { kind, column: 'by name', trigger, state: event ? 'asserted' : 'missing' };
      t.observe(kind, event ? cell : { ...cell, reason: 'it never came' });
      const isNamed = event !== undefined && isEventOfSubject(event, subject);
      t.observe('the event names what it is about', isNamed);
      if (
        !judge.must(event !== undefined, `${kind} comes when ${trigger}`, describeReceived(client)) ||
        !isNamed
      )
        return;
      // Who names what one event is about names it in each: another act is about something else.
      const second = await triggerEvent(t, kind, { driver: createEventDriver(t), client, pause });
      t.given(second.missingPrecondition === undefined, second.missingPrecondition ?? '');
      const isOther = second.event !== undefined && isEventOfSubject(second.event, second.subject);
      judge.must(isOther, `${kind} names what it is about when ${trigger} once more`, {
        expected: second.subject.subjects,
        actual: truncateJson(second.event?.args ?? 'no event'),
      });
      // The second event came after all that was told of the first act.
      const times = client
        .events(kind)
        .filter((one) => one.index >= start.acted && isEventOfSubject(one, subject));
      if (once) judge.mustEqual(times.length, 1, `${kind} comes once for one act`);
    },
  );
};

/** The served catalog is the authority for the set of kinds; where none is served, all are expected. */
const isInCatalog = async (t: AuditTools, kind: string): Promise<boolean> => {
  const { document, kinds } = await readEventCatalog(t);
  return document === undefined || kinds.includes(kind);
};

export const eventKindAudits = coveredRequirements.map(defineKindAudit);
