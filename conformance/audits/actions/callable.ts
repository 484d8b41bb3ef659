/** Actions that the description names, called at the route that it shows. */
import { area } from '../../area.ts';
import { actionPath, filled, runAction } from '../../lab/action-calls.ts';
import { parametersFor } from '../../lab/each-action.ts';
import { spawnParameters, tagsIn } from '../../lab/scene-objects.ts';
import { kindOf, kindOfUnknown } from '../../lab/unknown-action.ts';
import { servedActions } from '../../target/action-schema.ts';
import { inShort } from '../../target/http/in-short.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Reply } from '../../target/http/exchange.ts';

const actions = area('actions', 'token', 'runtime');

interface Named {
  readonly requirement: RequirementId;
  /** What a schema may not tell of a call. */
  readonly usual?: JsonRecord;
  /** The same where the call is about an object. */
  readonly about?: (object: string) => JsonRecord;
}

/** Those with one name part beside the category: the URLs of others are not shown. */
const calls: Readonly<Record<string, Named>> = {
  'log.console': { requirement: 'ACT-OTHER-001' },
  'text.format': { requirement: 'ACT-OTHER-002' },
  'tween.position': {
    requirement: 'ACT-OTHER-003',
    about: (object) => ({ object, position: { x: 0, y: 1, z: 0 }, time: 0 }),
  },
  'scene.setColor': {
    requirement: 'ACT-SCENE-002',
    about: (object) => ({ object, color: [1, 0, 0, 1] }),
  },
  'scene.createLayer': { requirement: 'ACT-SCENE-011', usual: { index: 'INDEX', name: 'TEXT' } },
};

/** What may be the tag of an object that was spawned. */
const objects = async (t: AuditTools): Promise<readonly string[]> => {
  const reply = await runAction(t, 'scene.spawn', (await spawnParameters(t)) ?? {});
  const tags = reply.ok ? tagsIn(t, reply.json) : [];
  t.defer(async () => {
    for (const object of tags) await runAction(t, 'scene.objects.destroy', { object });
  });
  return tags.length > 0 ? tags : t.unverified('an answer of scene.spawn that tells texts');
};

export const callableAudits = Object.entries(calls).map(([name, { requirement, usual, about }]) =>
  actions.audit(`calls-${name}`, [requirement], async (t) => {
    const none = await kindOfUnknown(t, name);
    const schema = servedActions((await t.http.get('/api/actions/schema')).json, t.fields);
    const served = schema.find((action) => action.name === name);
    const required = served ? await parametersFor(t, served, schema) : {};
    const replies: Reply[] = [];
    const own = t.manifest.choices.actions[name];
    for (const told of about ? (await objects(t)).map(about) : [usual]) {
      const parameters = filled({ ...required, ...told, ...own }, `${t.manifest.namespace}-text`);
      replies.push(await t.http.post(actionPath(name), parameters));
    }
    const isFound = replies.some((reply) => reply.status !== 404 || kindOf(reply, name) !== none);
    t.must(isFound, `${name} is found at ${actionPath(name)}`, inShort(replies[0] as Reply));
  }),
);
