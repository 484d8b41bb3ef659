import { filterRecords, filterStrings, getByPath, isRecord, type JsonRecord, walkJson } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';
import { findObjectTags } from '../target/tags.ts';
import { runAction } from './run-action.ts';
import type { FixtureTools } from '../audit.ts';

/**
 * Returns parameters that spawn the first listed element whose menu path contains one of these words. Earlier words
 * take precedence.
 */
const findSpawnable = async (t: FixtureTools, words: readonly string[]): Promise<JsonRecord | undefined> => {
  const reply = await t.http.get('/api/discovery/spawnables');
  const paths = [...walkJson(reply.json)].filter(isRecord).map(({ menuPath }) => menuPath);
  const [type] = words.flatMap((word) =>
    filterStrings(paths).filter((path) => path.toLowerCase().includes(word)),
  );
  return reply.ok && type !== undefined ? { type } : undefined;
};

/**
 * Returns the manifest's parameters of scene.spawn, or else parameters that name a listed element. Returns `undefined`
 * if no element is listed.
 */
export const getSpawnParameters = async (t: FixtureTools): Promise<JsonRecord | undefined> =>
  t.manifest.choices.actions['scene.spawn'] ?? findSpawnable(t, ['cube', 'sphere', 'empty', '']);

/** Possible spellings of the easing, which differ between targets. The first accepted spelling is used. */
const easingSpellings: readonly JsonRecord[] = [{ ease: 'linear' }, { ease: 'Linear' }, {}];

/** Starts a tween of an object's position; returns false if every spelling is rejected. */
export const startTween = async (t: FixtureTools, object: string, time: number): Promise<boolean> => {
  const configured = t.manifest.choices.actions['tween.position'];
  const position = { x: 1 + Math.random(), y: 0, z: 0 };
  for (const ease of configured?.ease === undefined ? easingSpellings : [{ ease: configured.ease }]) {
    const reply = await runAction(t, 'tween.position', { object, position, time, ...ease });
    if (reply.ok) return true;
  }
  return false;
};

/** Lists strings in a response that may be the new object's tag, the likeliest first. */
export const listSpawnedTags = (t: FixtureTools, response: unknown): readonly string[] =>
  // Without the manifest, each candidate is tried. A location that nobody has named makes no later assertion undecided.
  t.manifest.choices.paths['spawn.tag'] === undefined
    ? findObjectTags(response)
    : filterStrings([t.fields.read(response, 'spawn.tag')]);

/** Spawns a scene object that can be tweened. If possible, the object is deleted when the audit ends. */
export const spawnObject = async (t: FixtureTools): Promise<string> => {
  const parameters =
    (await getSpawnParameters(t)) ??
    t.unverified('an element to spawn (GET /api/discovery/spawnables, or choices.actions "scene.spawn")');
  return spawnWith(t, parameters);
};

/** Spawns a camera. If possible, the camera is deleted when the audit ends. */
export const spawnCamera = async (t: FixtureTools): Promise<string> =>
  spawnWith(
    t,
    (await findSpawnable(t, ['camera'])) ??
      t.unverified('a camera to spawn (GET /api/discovery/spawnables, or choices.events "camera.changed")'),
  );

const spawnWith = async (t: FixtureTools, parameters: JsonRecord): Promise<string> => {
  const reply = await runAction(t, 'scene.spawn', parameters);
  t.givenSuccess(reply, 'scene.spawn succeeds');
  return (
    (await findSpawnedTag(t, reply)) ??
    t.unverified('the tag of a spawned object, and a tween of it (choices.paths "spawn.tag")')
  );
};

/** Like {@link spawnObject}, but returns `undefined` if no object can be spawned. */
export const trySpawnObject = async (
  t: FixtureTools,
  findTag: FindTag = findSpawnedTag,
): Promise<string | undefined> => {
  const parameters = await getSpawnParameters(t);
  const reply = parameters && (await runAction(t, 'scene.spawn', parameters));
  return reply?.ok ? findTag(t, reply) : undefined;
};

/** Finds the tag of the object that a response mentions. The object is deleted when the audit ends. */
export type FindTag = (t: FixtureTools, reply: Reply) => Promise<string | undefined>;

const deleteAfterAudit = (t: FixtureTools, tag: string): string => {
  t.defer(() => runAction(t, 'scene.objects.destroy', { object: tag }));
  return tag;
};

/** Finds the tag of the object that a response mentions: a tween shows that it is the tag of an object. */
export const findSpawnedTag: FindTag = async (t, reply) => {
  for (const tag of listSpawnedTags(t, reply.json))
    if (await startTween(t, tag, 0)) return deleteAfterAudit(t, tag);
  return undefined;
};

/**
 * Like {@link findSpawnedTag}, but returns the likeliest tag if the target can't tween. Suits audits that send valid
 * requests only to compare them with others, and that skip a request which does not succeed.
 */
export const findLikelyTag: FindTag = async (t, reply) => {
  const [likeliest] = listSpawnedTags(t, reply.json);
  return (await findSpawnedTag(t, reply)) ?? (likeliest && deleteAfterAudit(t, likeliest));
};

/** Lists the target's actions in a category. */
export const listActionNames = async (t: FixtureTools, category: string): Promise<readonly string[]> => {
  const { json } = await t.http.get('/api/actions/schema');
  const names = [...walkJson(json)].flatMap((value) =>
    isRecord(value) ? [...Object.keys(value), value.name] : [],
  );
  const fullNames = filterStrings(names).filter((name) => name.startsWith(`${category}.`));
  const records = filterRecords(
    [...walkJson(json)].filter((value) => getByPath(value, 'category') === category),
  );
  return [
    ...new Set([
      ...fullNames,
      ...filterStrings(records.map(({ name }) => name)).map((name) => `${category}.${name}`),
    ]),
  ];
};
