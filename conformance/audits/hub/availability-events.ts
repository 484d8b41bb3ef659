import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import type { Need } from '../../audit.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { ConditionName } from '../../target/manifest.ts';

interface AvailabilityCase {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly condition: ConditionName;
  readonly needs?: readonly Need[];
  /** The kind of the event that reports the loss of the runtime or project. */
  readonly lostEvent: string;
  readonly restoredEvent: string;
}

const availabilityCases: readonly AvailabilityCase[] = [
  {
    what: 'runtime',
    requirement: 'EVENT-021',
    condition: 'noRuntime',
    lostEvent: 'runtime.disconnected',
    restoredEvent: 'runtime.connected',
  },
  {
    what: 'project',
    requirement: 'EVENT-018',
    condition: 'noProject',
    needs: ['project', 'destructive'],
    lostEvent: 'project.closed',
    restoredEvent: 'project.opened',
  },
];

/** Audits of the events that report whether the runtime or a project is available. */
export const availabilityEventAudits = availabilityCases.map(
  ({ what, requirement, condition, needs = [], lostEvent, restoredEvent }) =>
    defineAuditArea('hub', 'token', 'runtime', 'events', ...needs, `control:${condition}`).audit(
      `${what}-comes-and-goes`,
      [requirement],
      { likelyCause: `health follows the ${what}, but the hub is not notified` },
      async (t) => {
        const client = await connectHub(t);
        await client.subscribe(lostEvent, restoredEvent);
        const leaveCondition = await t.enterCondition(condition);
        const event = await client.event(lostEvent);
        t.must(
          event !== undefined,
          `${lostEvent} arrives when the ${what} becomes unavailable`,
          describeReceived(client),
        );
        await leaveCondition();
        const returned = await client.event(restoredEvent);
        t.must(
          returned !== undefined,
          `${restoredEvent} arrives when the ${what} becomes available again`,
          describeReceived(client),
        );
        t.observe(
          'events of one outage',
          client.events().flatMap(({ type }) => type ?? []),
        );
      },
    ),
);
