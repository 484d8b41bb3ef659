/** Creates scene objects that have clips to play, as specified in the manifest or from an asset with clips. */
import { isRecord, filterStrings, walkJson } from '../../json.ts';
import { undefinedIfUnverified } from '../../runner/audit-outcome.ts';
import { pathTo } from '../../target/id.ts';
import { runAction } from '../run-action.ts';
import { type FindTag, findSpawnedTag, listActionNames } from '../spawned-objects.ts';
import type { FixtureTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

export interface ClipInfo {
  readonly name: string;
  /** Duration in seconds; `undefined` if unknown. */
  readonly duration: number | undefined;
}

export interface AnimatedObject {
  readonly object: string;
  /** The object's clips, at least one. Clips that last about a second come first. */
  readonly clips: readonly [ClipInfo, ...ClipInfo[]];
  /** The name of a clip for which the target can't tell what the clip animates. */
  readonly unreadable: string | undefined;
}

export const clipPath = (object: string, clip: string): string =>
  pathTo`/api/objects/${object}/animations/clips/${clip}`;

export const playbacksPath = (object: string): string => pathTo`/api/objects/${object}/animations/playbacks`;

/** Creates an object with clips. When the audit ends, the object's playbacks are stopped and the object is deleted. */
export const createAnimatedObject = async (
  t: FixtureTools,
  findTag: FindTag = findSpawnedTag,
): Promise<AnimatedObject> => {
  const { animated: replies } = t.manifest.choices;
  const created = replies
    ? await createFromManifest(t, findTag, replies)
    : await createFromAssets(t, findTag);
  t.defer(() => runAction(t, 'animation.stop', { object: created.object }));
  return created;
};

/**
 * Returns the tag of an object created by {@link createAnimatedObject}, or `undefined` if no such object can be
 * created.
 */
export const tryCreateAnimatedObject = async (t: FixtureTools): Promise<string | undefined> =>
  (await undefinedIfUnverified(createAnimatedObject(t)))?.object;

const createFromManifest = async (
  t: FixtureTools,
  findTag: FindTag,
  { calls, clips, unreadable }: NonNullable<FixtureTools['manifest']['choices']['animated']>,
): Promise<AnimatedObject> => {
  let object: string | undefined;
  for (const { action, parameters } of calls) {
    const reply = await runAction(t, action, object === undefined ? parameters : { ...parameters, object });
    t.givenSuccess(reply, `choices.animated: ${action} succeeds`);
    object ??= (await findTag(t, reply)) ?? t.unverified('the tag of an object (choices.paths "spawn.tag")');
  }
  const clipInfos = clips.map(({ name, duration }) => ({ name, duration }));
  const [first, ...others] = sortByDistanceToOneSecond(clipInfos);
  if (object === undefined || !first) return t.unverified('an object with clips (choices.animated)');
  return { object, clips: [first, ...others], unreadable };
};

/** Maximum number of assets to try. */
const maxTriedAssets = 6;

const createFromAssets = async (t: FixtureTools, findTag: FindTag): Promise<AnimatedObject> => {
  for (const record of (await findAssetsWithClips(t)).slice(0, maxTriedAssets)) {
    const [asset] = filterStrings([t.fields.read(record, 'asset.tag')]);
    const reply = asset === undefined ? undefined : await runAction(t, 'scene.spawn', { asset });
    const object = reply?.ok ? await findTag(t, reply) : undefined;
    if (object === undefined) continue;
    const [first, ...others] = sortByDistanceToOneSecond(await listClips(t, object, record));
    if (first) return { object, clips: [first, ...others], unreadable: undefined };
  }
  return t.unverified('an object with clips to play (choices.animated)');
};

const clipListKeys = /^(clips|animations|animationClips|clipNames)$/i;

/** Finds the names in all lists of clips within a JSON value. */
const findClipNames = (value: unknown): readonly string[] =>
  [...walkJson(value)]
    .filter(isRecord)
    .flatMap((record) => Object.entries(record))
    .flatMap(([key, list]) => (clipListKeys.test(key) && Array.isArray(list) ? list : []))
    .flatMap((entry) => filterStrings([isRecord(entry) ? (entry.name ?? entry.clip) : entry]));

/** Finds asset records: first those with clips, then those that are called models. */
const findAssetsWithClips = async (t: FixtureTools): Promise<readonly JsonRecord[]> => {
  const replies = [
    await runAction(t, 'assets.list', t.manifest.choices.actions['assets.list'] ?? {}),
    await t.http.get('/api/discovery/runtime-assets'),
  ];
  const records = replies.flatMap(({ ok, json }) => (ok ? [...walkJson(json)].filter(isRecord) : []));
  const withTag = records.filter((record) => typeof t.fields.read(record, 'asset.tag') === 'string');
  const isModel = (record: JsonRecord): boolean =>
    filterStrings(Object.values(record)).some((text) => /^model$|\.(glb|gltf|fbx)$/i.test(text));
  const withClips = withTag.filter((record) => findClipNames([record]).length > 0);
  const all = [...withClips, ...withTag.filter((record) => !withClips.includes(record) && isModel(record))];
  const tags = all.map((record) => t.fields.read(record, 'asset.tag'));
  return all.filter((_, index) => tags.indexOf(tags[index]) === index);
};

/** Lists an object's clips, as reported by an action or by the object's asset. */
const listClips = async (
  t: FixtureTools,
  object: string,
  asset: JsonRecord,
): Promise<readonly ClipInfo[]> => {
  const listAction = (await listActionNames(t, 'animation')).find((name) =>
    /\.(list|get)?_?clips$/i.test(name),
  );
  const reply = listAction === undefined ? undefined : await runAction(t, listAction, { object });
  const names = [...findClipNames(reply?.ok ? reply.json : undefined), ...findClipNames([asset])];
  const clips: ClipInfo[] = [];
  for (const name of new Set(names)) {
    const { ok, json } = await t.http.get(clipPath(object, name));
    const duration = ok ? t.fields.read(json, 'clip.duration') : undefined;
    clips.push({ name, duration: typeof duration === 'number' && duration > 0 ? duration : undefined });
  }
  return clips;
};

const sortByDistanceToOneSecond = (clips: readonly ClipInfo[]): readonly ClipInfo[] => {
  const distance = ({ duration }: ClipInfo): number => Math.abs(Math.log(duration ?? 60));
  return [...clips].sort((a, b) => distance(a) - distance(b));
};
