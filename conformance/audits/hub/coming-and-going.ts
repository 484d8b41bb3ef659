import { connect, received } from '../../lab/hub-client.ts';
import { area } from '../../area.ts';
import type { Need } from '../../audit.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { ConditionName } from '../../target/manifest.ts';

interface Absence {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly condition: ConditionName;
  readonly needs?: readonly Need[];
  /** The kinds that tell of it. */
  readonly gone: string;
  readonly back: string;
}

const absences: readonly Absence[] = [
  {
    what: 'runtime',
    requirement: 'EVENT-021',
    condition: 'noRuntime',
    gone: 'runtime.disconnected',
    back: 'runtime.connected',
  },
  {
    what: 'project',
    requirement: 'EVENT-018',
    condition: 'noProject',
    needs: ['project', 'destructive'],
    gone: 'project.closed',
    back: 'project.opened',
  },
];

/** Audits of the events that tell whether the runtime, or a project, is there. */
export const comingAndGoing = absences.map(({ what, requirement, condition, needs = [], gone, back }) =>
  area('hub', 'token', 'runtime', 'events', ...needs, `control:${condition}`).audit(
    `${what}-comes-and-goes`,
    [requirement],
    { likelyCause: `health follows the ${what}, and nobody tells the hub` },
    async (t) => {
      const client = await connect(t);
      await client.subscribe(gone, back);
      const bringBack = await t.bring(condition);
      const left = await client.event(gone);
      t.must(left !== undefined, `${gone} comes when the ${what} goes`, received(client));
      await bringBack();
      const returned = await client.event(back);
      t.must(returned !== undefined, `${back} comes when the ${what} comes back`, received(client));
      t.observe(
        'events of one absence',
        client.events().flatMap(({ type }) => type ?? []),
      );
    },
  ),
);
