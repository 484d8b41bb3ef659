/** Finds a clip of an object, for calls that need nothing more than an existing clip. */
import { isRecord, walkJson } from '../../json.ts';
import { findObjectTags } from '../../target/object-tags.ts';
import { findClipNames } from './animated-object.ts';
import type { AuditContext } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { HttpClient } from '../../target/http/exchange.ts';

interface FindClipContext extends Pick<AuditContext, 'manifest' | 'fields' | 'defer'> {
  readonly http: HttpClient;
}

export interface FoundClip {
  readonly tag: string;
  readonly name: string;
}

/**
 * Returns a clip of an object that the manifest can create, or of an asset with clips. Returns `undefined` if neither
 * has a clip.
 */
export const findClip = async (setting: FindClipContext): Promise<FoundClip | undefined> => {
  const { animated } = setting.manifest.choices;
  if (!animated) return findClipOfAsset(setting);
  const tag = await createObject(setting, animated.calls);
  const [clip] = animated.clips;
  return tag === undefined || !clip ? undefined : { tag, name: clip.name };
};

/** Finds a clip by spawning an asset, because an asset's record may lack clips until its file is loaded. */
const findClipOfAsset = async (setting: FindClipContext): Promise<FoundClip | undefined> => {
  const { json } = await setting.http.post('/api/actions/assets/list', {});
  for (const record of [...walkJson(json)].filter(isRecord)) {
    const asset = setting.fields.read(record, 'asset.tag');
    if (typeof asset !== 'string' || !/\.(glb|gltf|fbx)$/i.test(asset)) continue;
    const tag = await createObject(setting, [{ action: 'scene.spawn', parameters: { asset } }]);
    if (tag === undefined) continue;
    const reply = await setting.http.post('/api/actions/animation/clips', { object: tag });
    const [name] = findClipNames([record, reply.json]);
    if (name !== undefined) return { tag, name };
  }
  return undefined;
};

/**
 * Creates an object with the calls in the manifest. The first call returns the tag, which is passed to the other calls.
 */
const createObject = async (
  { http, defer }: FindClipContext,
  calls: readonly { readonly action: string; readonly parameters: JsonRecord }[],
): Promise<string | undefined> => {
  let tag: string | undefined;
  for (const { action, parameters } of calls) {
    const path = `/api/actions/${action.replace('.', '/')}`;
    const { ok, json } = await http.post(
      path,
      tag === undefined ? parameters : { ...parameters, object: tag },
    );
    if (!ok) return undefined;
    if (tag !== undefined) continue;
    const [createdTag] = findObjectTags(json);
    if (createdTag === undefined) return undefined;
    tag = createdTag;
    defer(() => http.post('/api/actions/scene/objects.destroy', { object: createdTag }));
  }
  return tag;
};
