import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { createEventDriver } from '../../coverage/events/event-driver.ts';
import { getEventRecipe } from '../../coverage/events/event-recipes.ts';
import { isEventOfSubject, readEventCatalog, triggerEvent } from '../../coverage/events/trigger-event.ts';
import { truncateJson } from '../../json.ts';
import { getKindRequirement } from '../../target/hub/event-catalog.ts';
import type { EventCell } from '../../coverage/events/event-coverage.ts';
import type { RequirementId } from '../../requirements/index.ts';

interface EventKindCase {
  readonly kind: string;
  /** Additional requirements that imply that the event is emitted. */
  readonly also?: readonly RequirementId[];
  /** Whether the preparation may also emit the event, so that the audit must wait before it triggers the event. */
  readonly pause?: true;
  /** Whether only the trigger may emit the event, so that an earlier event is wrong. */
  readonly onlyThen?: true;
  /** Whether the trigger emits the event exactly once, and nothing else emits it. */
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

/** Defines an audit that subscribes to an event kind by name, triggers the event and waits for the event. */
const defineKindAudit = ({
  kind,
  also: otherRequirements = [],
  onlyThen,
  once,
  pause = onlyThen,
}: EventKindCase) => {
  const { trigger, needs = [], also: alsoKinds = [] } = getEventRecipe(kind);
  const kindRow = getKindRequirement(kind);
  return defineAuditArea('hub', 'token', 'runtime', 'events', ...needs.filter((need) => need !== 'program'))
    .with({ likelyCause: `nothing emits ${kind}, or it is emitted under another name` })
    .audit(kind.replace('.', '-'), [kindRow, ...otherRequirements], async (t) => {
      const client = await connectHub(t);
      await client.subscribe(kind, ...alsoKinds);
      const { subject, start, event, missingPrecondition } = await triggerEvent(t, kind, {
        driver: createEventDriver(t),
        client,
        pause,
      });
      const assertions = t.for(kindRow, ...otherRequirements);
      const early = client
        .events(kind)
        .filter(
          (earlierEvent) => earlierEvent.index < start.acted && isEventOfSubject(earlierEvent, subject),
        );
      if (onlyThen) assertions.mustEqual(early.length, 0, `${kind} does not arrive before ${trigger}`);
      t.given(missingPrecondition === undefined, missingPrecondition ?? '');
      if (!event && otherRequirements.length === 0 && !(await isInCatalog(t, kind))) {
        t.notApplicable(`the event catalog does not list ${kind}, and the event does not arrive`);
      }
      const cell: EventCell = { kind, column: 'by name', trigger, state: event ? 'asserted' : 'missing' };
      t.observe(kind, event ? cell : { ...cell, reason: 'the event never arrived' });
      const identifiesSubject = event !== undefined && isEventOfSubject(event, subject);
      t.observe('the event names its subject', identifiesSubject);
      if (
        !assertions.must(event !== undefined, `${kind} arrives when ${trigger}`, describeReceived(client)) ||
        !identifiesSubject
      )
        return;
      // A target that names the subject in one event names it in every event. The second trigger has another subject.
      const second = await triggerEvent(t, kind, { driver: createEventDriver(t), client, pause });
      t.given(second.missingPrecondition === undefined, second.missingPrecondition ?? '');
      const identifiesSecond = second.event !== undefined && isEventOfSubject(second.event, second.subject);
      assertions.must(identifiesSecond, `${kind} names its subject when ${trigger} once more`, {
        expected: second.subject.subjects,
        actual: truncateJson(second.event?.args ?? 'no event'),
      });
      // The second event arrives after all events that the first trigger has caused.
      const times = client
        .events(kind)
        .filter((one) => one.index >= start.acted && isEventOfSubject(one, subject));
      if (once) assertions.mustEqual(times.length, 1, `${kind} arrives once per trigger`);
    });
};

/** Whether the target's catalog lists an event kind. If the target serves no catalog, all kinds are expected. */
const isInCatalog = async (t: AuditTools, kind: string): Promise<boolean> => {
  const { document, kinds } = await readEventCatalog(t);
  return document === undefined || kinds.includes(kind);
};

export const audits = coveredRequirements.map(defineKindAudit);
