/** Actions that the description names, called at the route that it shows. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { toActionPath, fillPlaceholders, runAction } from '../../audit-helpers/run-action.ts';
import { createActionParameters } from '../../audit-helpers/action-trials.ts';
import { getSpawnParameters, listSpawnedTags } from '../../audit-helpers/scene-objects.ts';
import { normalizeActionReply, getUnknownActionReply } from '../../audit-helpers/unknown-action.ts';
import { parseActionSchema } from '../../target/action-schema.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Reply } from '../../target/http/exchange.ts';

const actions = defineAuditArea('actions', 'token', 'runtime');

interface StatedAction {
  readonly requirement: RequirementId;
  /** What a schema may not tell of a call. */
  readonly usual?: JsonRecord;
  /** The same where the call is about an object. */
  readonly about?: (object: string) => JsonRecord;
}

/** Those with one name part beside the category: the URLs of others are not shown. */
const statedActions: Readonly<Record<string, StatedAction>> = {
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
const spawnObjects = async (t: AuditTools): Promise<readonly string[]> => {
  const reply = await runAction(t, 'scene.spawn', (await getSpawnParameters(t)) ?? {});
  const tags = reply.ok ? listSpawnedTags(t, reply.json) : [];
  t.defer(async () => {
    for (const object of tags) await runAction(t, 'scene.objects.destroy', { object });
  });
  return tags.length > 0 ? tags : t.unverified('an answer of scene.spawn that tells texts');
};

export const statedUrlAudits = Object.entries(statedActions).map(([name, { requirement, usual, about }]) =>
  actions.audit(`calls-${name}`, [requirement], async (t) => {
    const none = await getUnknownActionReply(t, name);
    const schema = parseActionSchema((await t.http.get('/api/actions/schema')).json, t.fields);
    const served = schema.find((action) => action.name === name);
    const required = served ? await createActionParameters(t, served, schema) : {};
    const replies: Reply[] = [];
    const own = t.manifest.choices.actions[name];
    for (const told of about ? (await spawnObjects(t)).map(about) : [usual]) {
      const parameters = fillPlaceholders({ ...required, ...told, ...own }, `${t.manifest.namespace}-text`);
      replies.push(await t.http.post(toActionPath(name), parameters));
    }
    const isFound = replies.some(
      (reply) => reply.status !== 404 || normalizeActionReply(reply, name) !== none,
    );
    t.must(isFound, `${name} is found at ${toActionPath(name)}`, describeReply(replies[0] as Reply));
  }),
);
