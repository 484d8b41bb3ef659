/** Audits of what the actions on scene objects change, as far as the target shows it. */
import {
  findParameter,
  listShownValues,
  mustReadBack,
  prepareObjectAction,
  readObject,
  requireAction,
} from '../../audit-helpers/action-effects.ts';
import { listAssetTexts } from '../../audit-helpers/asset-properties.ts';
import { createUniqueText } from '../../audit-helpers/console-writer.ts';
import {
  componentsPath,
  isApproximatelyEqual,
  parseObjectComponents,
} from '../../audit-helpers/object-properties.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { listSpawnedTags, spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterStrings, includesDeep, isRecord, type JsonRecord, walkJson } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';
import { writeProperties } from '../object-properties.ts';
import { listDiscoveryItems } from './scene-actions.ts';

const sceneActions = defineAuditArea('scene-actions', 'token', 'runtime');
const destructiveSceneActions = defineAuditArea('scene-actions', 'token', 'runtime', 'destructive');

const listObjects = (t: AuditTools): Promise<readonly unknown[]> => listDiscoveryItems(t, 'scene-objects');

const isListed = (items: readonly unknown[], tag: string): boolean => includesDeep(items, tag);

/** Spawns an object whose tag discovery lists. */
const spawnListedObject = async (t: AuditTools): Promise<string> => {
  const object = await spawnObject(t);
  t.given(isListed(await listObjects(t), object), 'discovery of scene-objects with the tags of objects');
  return object;
};

const destroy = (t: AuditTools, object: string): Promise<Reply> =>
  runAction(t, 'scene.objects.destroy', { object });

/**
 * Finds the object that a call created: one that its response names and that discovery lists only since then. The
 * object is deleted when the audit ends.
 */
const findNewObject = async (
  t: AuditTools,
  before: readonly unknown[],
  reply: Reply,
): Promise<string | undefined> => {
  const after = await listObjects(t);
  const texts = [...listSpawnedTags(t, reply.json), ...filterStrings([...walkJson(reply.json)])];
  const tag = texts.find((text) => isListed(after, text) && !isListed(before, text));
  if (tag !== undefined) t.defer(() => destroy(t, tag));
  return tag;
};

const listComponentNames = async (t: AuditTools, tag: string): Promise<readonly string[]> =>
  parseObjectComponents(t, await t.http.get(componentsPath(tag)))
    .map(({ name }) => name)
    .sort();

const colors = [
  { r: 0.25, g: 0.5, b: 0.75, a: 1 },
  { r: 1, g: 0.25, b: 0.5, a: 1 },
] as const;

/** Sends a color as a record, or as an array if the target rejects records. */
const sendColor = async (
  set: (value: unknown) => Promise<Reply>,
  color: (typeof colors)[number],
): Promise<Reply> => {
  const reply = await set(color);
  return reply.status === 400 ? set(Object.values(color)) : reply;
};

const isColor = (t: AuditTools, shown: unknown, color: (typeof colors)[number]): boolean => {
  if (typeof shown !== 'object' || shown === null) return false;
  const parts = t.fields.components('Color', shown);
  const expected = Object.values(color);
  return (
    parts !== undefined &&
    parts.length >= 3 &&
    parts.every((part, index) => Math.abs(part - (expected[index] ?? 1)) < 1e-3)
  );
};

/** Finds the place in the discovery items at which they show their tags, from two objects with known tags. */
const listAllTags = (items: readonly unknown[], tags: readonly string[]): readonly string[] | undefined => {
  const shown = items.map(listShownValues);
  const places = tags.map((tag) => {
    const own = shown.find((values) => [...values.values()].includes(tag));
    return [...(own ?? [])].flatMap(([place, value]) => (value === tag ? [place] : []));
  });
  const place = places[0]?.find(
    (candidate) =>
      places.every((others) => others.includes(candidate)) &&
      shown.every((values) => typeof values.get(candidate) === 'string'),
  );
  return place === undefined ? undefined : shown.map((values) => String(values.get(place)));
};

/** Whether a parameter's schema accepts an array of strings. */
const acceptsTexts = ({ type, items }: JsonRecord): boolean =>
  [type].flat().includes('array') &&
  (!isRecord(items) || items.type === undefined || [items.type].flat().includes('string'));

/** Whether a name ends with an extension: at least one character before and after its last dot. */
const hasExtension = (name: string): boolean => /[^/.][^/]*\.[^./\s]+$/.test(name);

const maxTriedAssets = 8;

export const audits = [
  sceneActions.audit('set-name', ['ACT-SCENE-012'], async (t) => {
    const spawned = await spawnListedObject(t);
    const action = 'scene.objects.setName';
    const set = await prepareObjectAction(t, action);
    let tag = spawned;
    await mustReadBack(t, {
      action,
      values: [createUniqueText(t), createUniqueText(t)],
      async set(name) {
        const reply = await set(tag, name);
        // On some targets, the name is the tag.
        if (reply.ok && !isListed(await listObjects(t), tag)) {
          tag = String(name);
          t.defer(() => destroy(t, String(name)));
        }
        return reply;
      },
      object: () => tag,
      read: async () => new Map([['the objects that discovery lists', await listObjects(t)]]),
      isSame: (shown, name) => [...walkJson(shown)].includes(name),
    });
  }),
  sceneActions.audit('set-active', ['ACT-SCENE-013'], async (t) => {
    const tag = await spawnListedObject(t);
    const action = 'scene.objects.setActive';
    const set = await prepareObjectAction(t, action);
    await mustReadBack(t, {
      action,
      values: [false, true],
      set: (active) => set(tag, active),
      object: () => tag,
      read: () => readObject(t, tag),
      isSame: (shown, active) => shown === active,
    });
  }),
  sceneActions.audit('set-color', ['ACT-SCENE-014'], async (t) => {
    const tag = await spawnListedObject(t);
    const action = 'scene.setColor';
    const set = await prepareObjectAction(t, action);
    await mustReadBack(t, {
      action,
      values: colors,
      set: (color) => sendColor((value) => set(tag, value), color as (typeof colors)[number]),
      object: () => tag,
      read: () => readObject(t, tag),
      isSame: (shown, color) => isColor(t, shown, color as (typeof colors)[number]),
    });
  }),
  sceneActions.audit('spawn-copy', ['ACT-SPAWN-003'], async (t) => {
    const source = await spawnListedObject(t);
    const [written] = (await writeProperties(t, source, 1)).written;
    const before = await listObjects(t);
    const reply = await runAction(t, 'scene.spawn', { sceneObject: source });
    t.mustSucceed(reply, 'scene.spawn duplicates an object that it has spawned');
    const copy = await findNewObject(t, before, reply);
    const after = await listObjects(t);
    t.must(isListed(after, source), 'the duplicated object still exists');
    t.must(after.length > before.length, 'a duplicate is another object', {
      expected: `more than ${before.length} objects`,
      actual: after.length,
    });
    if (copy === undefined) return t.unverified('the tag of a duplicate (choices.paths "spawn.tag")');
    const components = await listComponentNames(t, source);
    t.given(components.length > 0, 'the components of an object (choices.paths "component.name")');
    t.mustEqual(
      await listComponentNames(t, copy),
      components,
      'a duplicate has the components of the object',
    );
    if (!written) return;
    const { property, value } = written;
    const { component, name } = property;
    const shown = (await readObject(t, copy)).get(`${component}/${name}`);
    t.must(isApproximatelyEqual(shown, value), `a duplicate has the value of ${component}.${name}`, {
      expected: value,
      actual: shown,
    });
  }),
  sceneActions.audit('spawn-asset', ['ACT-SPAWN-004'], async (t) => {
    const assets = await listAssetTexts(t);
    const tags = new Set([...t.manifest.choices.assets, ...assets.map(({ tag }) => tag)]);
    const texts = assets.flatMap((asset) => asset.texts);
    const configured = (t.manifest.choices.animated?.calls ?? []).map(({ parameters }) => parameters.asset);
    const names = [...new Set([...filterStrings(configured), ...tags, ...texts])].filter(hasExtension);
    for (const name of names.slice(0, maxTriedAssets)) {
      const before = await listObjects(t);
      const reply = await runAction(t, 'scene.spawn', { asset: name });
      if (!reply.ok) continue;
      const object = await findNewObject(t, before, reply);
      const after = await listObjects(t);
      t.must(after.length > before.length, `scene.spawn with the asset ${name} adds an object`, {
        expected: `more than ${before.length} objects`,
        actual: after.length,
      });
      t.given(object !== undefined, 'the tag of a spawned object (choices.paths "spawn.tag")');
      const stem = name.slice(0, name.lastIndexOf('.'));
      const isOtherName = assets.some((asset) => asset.texts.includes(stem) && !asset.texts.includes(name));
      t.given(
        !tags.has(stem) && !isOtherName,
        'an asset whose name without its extension names no other asset',
      );
      const refused = await runAction(t, 'scene.spawn', { asset: stem });
      if (refused.ok) await findNewObject(t, after, refused);
      t.mustNotSucceed(refused, `${name} is not spawned by its name without the extension`);
      return;
    }
    t.unverified('an asset that scene.spawn accepts, whose name has an extension (choices.assets)');
  }),
  destructiveSceneActions.audit('clear', ['ACT-SCENE-015', 'ACT-SCENE-016'], async (t) => {
    const preserve = findParameter(await requireAction(t, 'scene.clear'), 'preserve');
    t.given(
      preserve !== undefined && acceptsTexts(preserve.schema),
      'a parameter preserve of scene.clear that is an array of strings (choices.paths "action.parameters")',
    );
    const [kept, removed] = [await spawnListedObject(t), await spawnListedObject(t)];
    const before = await listObjects(t);
    const tags = listAllTags(before, [kept, removed]);
    if (tags === undefined) return t.unverified('the tags of all objects in discovery of scene-objects');
    const others = tags.filter((tag) => tag !== removed);
    // Objects of the scene that were lost can only come back when the scene is loaded again.
    t.defer(async () => {
      const now = await listObjects(t);
      if (others.some((tag) => tag !== kept && !isListed(now, tag))) await runAction(t, 'scene.reset', {});
    });
    const reply = await runAction(t, 'scene.clear', { preserve: others });
    t.givenSuccess(reply, 'a call of scene.clear that succeeds');
    const after = await listObjects(t);
    t.for('ACT-SCENE-015').must(
      !isListed(after, removed),
      'scene.clear removes an object that is not preserved',
      { actual: after },
    );
    t.for('ACT-SCENE-016').mustEqual(
      others.filter((tag) => !isListed(after, tag)),
      [],
      'scene.clear removes none of the preserved objects',
    );
  }),
];
