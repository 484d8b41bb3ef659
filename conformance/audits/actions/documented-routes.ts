/** Calls actions that the description names, at their documented routes. */
import { createActionParameters } from '../../audit-helpers/action-trials.ts';
import { getUnknownActionReply, normalizeActionReply } from '../../audit-helpers/must-reject.ts';
import { fillPlaceholders, readActions, runAction, toActionPath } from '../../audit-helpers/run-action.ts';
import { getSpawnParameters, listSpawnedTags } from '../../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';

const actions = defineAuditArea('actions', 'token', 'runtime');

interface StatedAction {
  readonly requirement: RequirementId;
  /** Parameters of the call that the target's schema may not describe. */
  readonly defaults?: JsonRecord;
  /** Creates parameters of a call that acts on an object, which the target's schema may not describe. */
  readonly createParameters?: (object: string) => JsonRecord;
}

/** Actions with a single name part after the category. The URLs of other actions are not documented. */
const documentedActions: Readonly<Record<string, StatedAction>> = {
  'log.console': { requirement: 'ACT-OTHER-001' },
  'text.format': { requirement: 'ACT-OTHER-002' },
  'tween.position': {
    requirement: 'ACT-OTHER-003',
    createParameters: (object) => ({ object, position: { x: 0, y: 1, z: 0 }, time: 0 }),
  },
  'scene.setColor': {
    requirement: 'ACT-SCENE-002',
    createParameters: (object) => ({ object, color: [1, 0, 0, 1] }),
  },
  'scene.createLayer': { requirement: 'ACT-SCENE-011', defaults: { index: 'INDEX', name: 'TEXT' } },
};

/** Spawns objects and returns the strings that may be their tags. */
const spawnObjects = async (t: AuditTools): Promise<readonly string[]> => {
  const reply = await runAction(t, 'scene.spawn', (await getSpawnParameters(t)) ?? {});
  const tags = reply.ok ? listSpawnedTags(t, reply.json) : [];
  t.defer(async () => {
    for (const object of tags) await runAction(t, 'scene.objects.destroy', { object });
  });
  return tags.length > 0 ? tags : t.unverified('a response of scene.spawn that contains texts');
};

export const audits = Object.entries(documentedActions).map(
  ([name, { requirement, defaults, createParameters }]) =>
    actions.audit(`calls-${name}`, [requirement], async (t) => {
      const unknownReply = await getUnknownActionReply(t, name);
      const schema = await readActions(t);
      const definition = schema.find((action) => action.name === name);
      const required = definition ? await createActionParameters(t, definition, schema) : {};
      const replies: Reply[] = [];
      const configured = t.manifest.choices.actions[name];
      for (const exampleParameters of createParameters
        ? (await spawnObjects(t)).map(createParameters)
        : [defaults]) {
        const parameters = fillPlaceholders(
          { ...required, ...exampleParameters, ...configured },
          `${t.manifest.namespace}-text`,
        );
        replies.push(await t.http.post(toActionPath(name), parameters));
      }
      const exists = replies.some(
        (reply) => reply.status !== 404 || normalizeActionReply(reply, name) !== unknownReply,
      );
      t.must(exists, `${name} exists at ${toActionPath(name)}`, describeReply(replies[0] as Reply));
    }),
);
