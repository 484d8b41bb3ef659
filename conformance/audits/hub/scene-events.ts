import { runAction } from '../../audit-helpers/run-action.ts';
import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

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
  t.given(reply.ok, 'scene.switch succeeds', describeReply(reply));
};

/** Audits of the events that report the active scene. */
export const sceneEventAudits = [
  defineAuditArea('hub', 'token', 'runtime', 'events', 'destructive').audit(
    'scene-comes-and-goes',
    ['EVENT-019'],
    { likelyCause: 'the scene changes, but the hub is not notified' },
    async (t) => {
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
    },
  ),
];
