import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea, type Need } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
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

/** Returns the parameters for switching to the scene that the manifest names, and for switching to another scene. */
export const findTwoScenes = async (t: AuditTools): Promise<readonly [to: JsonRecord, other: JsonRecord]> => {
  const to =
    t.manifest.choices.actions['scene.switch'] ??
    t.unverified('a scene to switch to (choices.actions "scene.switch")');
  const { json } = await t.http.get('/api/discovery/scenes');
  const names = t.fields.named(t.fields.items(json), 'discovery.name').map(({ name }) => name);
  const [parameter, scene] =
    Object.entries(to).find(([, value]) => names.some((name) => name === value)) ?? [];
  const otherScene = names.find((name) => name !== scene);
  if (parameter === undefined || otherScene === undefined)
    return t.unverified(
      'two scenes in GET /api/discovery/scenes, of which choices.actions "scene.switch" names one',
    );
  return [to, { ...to, [parameter]: otherScene }];
};

export const switchScene = async (t: AuditTools, parameters: JsonRecord): Promise<void> => {
  const reply = await runAction(t, 'scene.switch', parameters);
  t.givenSuccess(reply, 'scene.switch succeeds');
};

/** Audits of the events that report the active scene. */
export const audits = [
  ...availabilityCases.map(({ what, requirement, condition, needs = [], lostEvent, restoredEvent }) =>
    defineAuditArea('hub', 'token', 'runtime', 'events', ...needs, `control:${condition}`)
      .with({ likelyCause: `health follows the ${what}, but the hub is not notified` })
      .audit(`${what}-comes-and-goes`, [requirement], async (t) => {
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
      }),
  ),

  defineAuditArea('hub', 'token', 'runtime', 'events', 'destructive')
    .with({ likelyCause: 'the scene changes, but the hub is not notified' })
    .audit('scene-comes-and-goes', ['EVENT-019'], async (t) => {
      const [to, otherScene] = await findTwoScenes(t);
      await switchScene(t, otherScene);
      const client = await connectHub(t);
      await client.subscribe('scene.activated', 'scene.deactivated');
      await switchScene(t, to);
      for (const kind of ['scene.deactivated', 'scene.activated']) {
        const event = await client.event(kind);
        t.must(
          event !== undefined,
          `${kind} arrives when another scene becomes active`,
          describeReceived(client),
        );
      }
    }),
];
