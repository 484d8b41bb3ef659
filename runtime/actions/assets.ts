import { Fault } from '#spec/errors.ts';
import { filterBy } from '../scene/pattern.ts';
import { assetKindOf } from '../scene/assets/asset-kinds.ts';
import {
  readProperties,
  savedForm,
  writeProperties,
  writeProperty,
} from '../scene/assets/asset-properties.ts';
import { materialOf, shaderNamed, stemOf } from '../scene/assets/cast.ts';
import { printBundle } from '../scene/assets/documents.ts';
import { pathOf, settingsPathOf } from '../scene/assets/asset-paths.ts';
import { countUses, referencesOf, withRenamed } from '../scene/assets/references.ts';
import { savedObject } from '../scene/assets/save-object.ts';
import { initialValues } from '../scene/components/values.ts';
import { shaders } from '../scene/materials/shader.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import type { Asset } from '../scene/assets/shelf.ts';
import type { AssetContent } from '../scene/assets/content.ts';
import type { FileChange } from '../scene/assets/keeper.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { ActionHandlers } from './action-handler.ts';

const bundleExtension = '.bundle.json';

const toAssetRecord = ({ tag, kind, size, facts }: Asset, uses: ReadonlyMap<string, number>) => ({
  ...{ asset: tag, name: stemOf(tag), type: kind, bundled: kind === 'bundled', size },
  usageCount: uses.get(tag) ?? 0,
  ...facts,
});

/** Has an asset hold something else; resolves when its file does. */
const saveAsset = async (
  tag: string,
  content: AssetContent,
  { assets, saveAssetFiles }: RuntimeServices,
): Promise<void> => {
  const form = savedForm(tag, content);
  if (!form) return;
  assets.put(tag, content, form.text);
  await saveAssetFiles([{ write: form.path, text: form.text }], [tag]);
};

/** Writes one property; resolves when the file has it. */
const writeAssetProperty = async (
  { asset, property: name, value: raw }: { asset: string; property: string; value: Json },
  world: RuntimeServices,
) => {
  const write = { name, value: raw };
  const { content, previous, value } = writeProperty(asset, world.assets.content(asset), write, (image) =>
    world.scene.expectImage(image),
  );
  await saveAsset(asset, content, world);
  return { previous, value };
};

const readMaterial = (asset: string, { assets }: Pick<RuntimeServices, 'assets'>) =>
  materialOf(asset, assets.contentOf(asset, 'material').document);

const rejectExistingAsset = (tag: string, { assets }: RuntimeServices): void => {
  if (!assets.list().some((asset) => asset.tag === tag)) return;
  throw new Fault('ACTION_FAILED', `The project has an asset '${tag}' already.`, { asset: tag });
};

export const assetHandlers = {
  list: ({ type, filter, bundled, limit, offset }, { assets, scene }) => {
    const isNamed = filterBy(filter);
    const matching = assets
      .list()
      .filter(({ tag, kind }) => isNamed(tag) && (type === undefined || kind === type))
      .filter(({ kind }) => bundled === undefined || (kind === 'bundled') === bundled);
    const uses = countUses(scene.list());
    const page = matching.slice(offset, offset + limit);
    return { count: matching.length, assets: page.map((asset) => toAssetRecord(asset, uses)) };
  },
  get: ({ asset }, { assets, scene }) => ({
    asset: toAssetRecord(assets.get(asset), countUses(scene.list())),
  }),
  delete: async ({ asset, confirm }, { assets, saveAssetFiles }) => {
    const isBundled = assets.get(asset).kind === 'bundled';
    if (confirm === false || (isBundled && !confirm)) {
      const why = isBundled ? 'it is a bundled asset, and cannot be made again' : 'confirm is false';
      throw new Fault('ACTION_FAILED', `'${asset}' is not deleted: ${why}. Pass confirm=true to delete it.`, {
        asset,
        parameter: 'confirm',
        expected: true,
      });
    }
    assets.remove(asset);
    await saveAssetFiles([{ remove: pathOf(asset) }, { remove: settingsPathOf(asset) }], [asset]);
    return { deleted: asset };
  },
  rename: async ({ asset, name }, world) => {
    const { assets, scene, saveAssetFiles } = world;
    const { kind } = assets.get(asset);
    if (name === asset) return { previous: asset };
    if (assetKindOf(name) !== kind) {
      throw new Fault(
        'ACTION_FAILED',
        `'${name}' would be no asset of the type ${kind} any more: the extension has to stay.`,
        {
          ...{ asset, name, type: kind },
        },
      );
    }
    rejectExistingAsset(name, world);
    const changes: FileChange[] = [
      { rename: pathOf(asset), to: pathOf(name) },
      { rename: settingsPathOf(asset), to: settingsPathOf(name) },
    ];
    const tags = [asset, name];
    assets.rename(asset, name);
    for (const object of scene.list()) {
      for (const reference of referencesOf(object)) if (reference.asset === asset) reference.rename(name);
    }
    for (const { tag } of assets.list()) {
      const content = assets.findDocument(tag);
      const next = content && withRenamed(content, asset, name);
      const form = next && next !== content ? savedForm(tag, next) : undefined;
      if (!next || !form) continue;
      assets.put(tag, next, form.text);
      changes.push({ write: form.path, text: form.text });
      tags.push(tag);
    }
    await saveAssetFiles(changes, tags);
    return { previous: asset };
  },
  createBundled: async ({ object, name, overwrite }, world) => {
    const { animations, assets, scene, saveAssetFiles } = world;
    const asset = assetKindOf(name) === 'bundled' ? name : `${name}${bundleExtension}`;
    const document = animations.atRest(() => savedObject(scene, scene.get(object)));
    if (!overwrite) rejectExistingAsset(asset, world);
    assets.refuseClosed();
    const text = printBundle(document);
    assets.put(asset, { kind: 'bundled', document }, text);
    await saveAssetFiles([{ write: pathOf(asset), text }], [asset]);
    return { asset };
  },
  getProperty: ({ asset, property }, { assets }) => {
    // biome-ignore lint/style/noNonNullAssertion: what is not there is refused
    const { name, type, value } = readProperties(asset, assets.content(asset), [property])[0]!;
    return { name, type, value };
  },
  setProperty: (request, world) => writeAssetProperty(request, world),
  setProperties: async ({ asset, properties }, world) => {
    const content = world.assets.content(asset);
    const written = writeProperties(asset, content, properties, (image) => world.scene.expectImage(image));
    if (written.outcomes.succeededCount > 0) await saveAsset(asset, written.content, world);
    return { ...written.outcomes };
  },
  getProperties: ({ asset, names }, { assets }) => ({
    properties: readProperties(asset, assets.content(asset), names).map(({ options, ...facts }) => ({
      ...facts,
      ...(options && { options: [...options] }),
    })),
  }),
  getShader: ({ asset }, { assets }) => {
    const { shader, values } = readMaterial(asset, { assets });
    return { shader: shader.name, properties: initialValues(shader.slots, values) };
  },
  changeShader: async ({ asset, shader }, world) => {
    readMaterial(asset, world);
    const { name } = shaderNamed(shader);
    const { previous } = await writeAssetProperty({ asset, property: 'shader', value: name }, world);
    return { previous: String(previous), shader: name };
  },
  listShaders: ({ filter }) => {
    const isNamed = filterBy(filter);
    return {
      shaders: shaders
        .filter(({ name }) => isNamed(name))
        .map(({ name, description, slots }) => ({ name, description, properties: Object.keys(slots) })),
    };
  },
} satisfies ActionHandlers<Actions['assets']>;
