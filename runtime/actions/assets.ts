import { ApiError } from '#spec/errors.ts';
import { serializeBundle } from '../scene/assets/asset-documents.ts';
import { findAssetKind, getAssetPath, getSettingsPath } from '#spec/asset-kinds.ts';
import {
  applyAssetPropertyWrite,
  applyAssetPropertyWrites,
  readAssetProperties,
  serializeAsset,
} from '../scene/assets/asset-property-access.ts';
import { countAssetUses, listObjectReferences, renameReferences } from '../scene/assets/asset-references.ts';
import { getAssetName } from '../scene/assets/asset-name.ts';
import { getShader, parseSavedMaterial } from '../scene/assets/prefab.ts';
import { createInitialValues } from '../scene/components/property-schema.ts';
import { shaders } from '../scene/materials/shaders.ts';
import { toSavedObject } from '../scene/scenes/scene-document.ts';
import { createNameFilter } from '../shared/name-filter.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { AssetContent } from '../scene/assets/asset-content.ts';
import type { FileChange } from '../scene/assets/asset-io.ts';
import type { Asset } from '../scene/assets/asset-registry.ts';

const bundleExtension = '.bundle.json';

const toAssetRecord = ({ tag, kind, size, metadata }: Asset, usageCounts: ReadonlyMap<string, number>) => ({
  ...{ asset: tag, name: getAssetName(tag), type: kind, bundled: kind === 'bundled', size },
  usageCount: usageCounts.get(tag) ?? 0,
  ...metadata,
});

/** Changes the content of an asset. Resolves after the asset's file has been written. */
const saveAsset = async (
  tag: string,
  content: AssetContent,
  { assets, saveAssetFiles }: RuntimeServices,
): Promise<void> => {
  const file = serializeAsset(tag, content);
  if (!file) return;
  assets.setContent(tag, content, file.text);
  await saveAssetFiles([{ write: file.path, text: file.text }], [tag]);
};

/** Writes one property. Resolves after the property has been written to the file. */
const writeAssetProperty = async (
  { asset, property: name, value: raw }: { asset: string; property: string; value: Json },
  services: RuntimeServices,
) => {
  const write = { name, value: raw };
  const { content, previous, value } = applyAssetPropertyWrite(
    asset,
    services.assets.getAnyContent(asset),
    write,
    (image) => services.scene.assertImage(image),
  );
  await saveAsset(asset, content, services);
  return { previous, value };
};

const readMaterial = (asset: string, { assets }: Pick<RuntimeServices, 'assets'>) =>
  parseSavedMaterial(asset, assets.getContent(asset, 'material').document);

const rejectExistingAsset = (tag: string, { assets }: RuntimeServices): void => {
  if (!assets.list().some((asset) => asset.tag === tag)) return;
  throw new ApiError('ACTION_FAILED', `The project already has an asset '${tag}'.`, { asset: tag });
};

export const assetHandlers = {
  list: ({ type, filter, bundled, limit, offset }, { assets, scene }) => {
    const isNamed = createNameFilter(filter);
    const matching = assets
      .list()
      .filter(({ tag, kind }) => isNamed(tag) && (type === undefined || kind === type))
      .filter(({ kind }) => bundled === undefined || (kind === 'bundled') === bundled);
    const usageCounts = countAssetUses(scene.list());
    const page = matching.slice(offset, offset + limit);
    return { count: matching.length, assets: page.map((asset) => toAssetRecord(asset, usageCounts)) };
  },
  get: ({ asset }, { assets, scene }) => ({
    asset: toAssetRecord(assets.get(asset), countAssetUses(scene.list())),
  }),
  delete: async ({ asset, confirm }, { assets, saveAssetFiles }) => {
    const isBundled = assets.get(asset).kind === 'bundled';
    if (confirm === false || (isBundled && !confirm)) {
      const reason = isBundled ? 'it is a bundled asset, which cannot be recreated' : 'confirm is false';
      throw new ApiError(
        'ACTION_FAILED',
        `'${asset}' is not deleted: ${reason}. Pass confirm=true to delete it.`,
        {
          asset,
          parameter: 'confirm',
          expected: true,
        },
      );
    }
    assets.remove(asset);
    await saveAssetFiles([{ remove: getAssetPath(asset) }, { remove: getSettingsPath(asset) }], [asset]);
    return { deleted: asset };
  },
  rename: async ({ asset, name }, services) => {
    const { assets, scene, saveAssetFiles } = services;
    const { kind } = assets.get(asset);
    if (name === asset) return { previous: asset };
    if (findAssetKind(name) !== kind) {
      throw new ApiError(
        'ACTION_FAILED',
        `'${name}' would not be an asset of the type ${kind} any more. Keep the extension.`,
        {
          ...{ asset, name, type: kind },
        },
      );
    }
    rejectExistingAsset(name, services);
    const changes: FileChange[] = [
      { rename: getAssetPath(asset), to: getAssetPath(name) },
      { rename: getSettingsPath(asset), to: getSettingsPath(name) },
    ];
    const tags = [asset, name];
    assets.rename(asset, name);
    for (const object of scene.list()) {
      for (const reference of listObjectReferences(object))
        if (reference.asset === asset) reference.rename(name);
    }
    for (const { tag } of assets.list()) {
      const content = assets.findDocument(tag);
      const next = content && renameReferences(content, asset, name);
      const file = next && next !== content ? serializeAsset(tag, next) : undefined;
      if (!next || !file) continue;
      assets.setContent(tag, next, file.text);
      changes.push({ write: file.path, text: file.text });
      tags.push(tag);
    }
    await saveAssetFiles(changes, tags);
    return { previous: asset };
  },
  createBundled: async ({ object, name, overwrite }, services) => {
    const { animations, assets, scene, saveAssetFiles } = services;
    const asset = findAssetKind(name) === 'bundled' ? name : `${name}${bundleExtension}`;
    const document = animations.withBaseValues(() => toSavedObject(scene, scene.get(object)));
    if (!overwrite) rejectExistingAsset(asset, services);
    assets.assertProjectOpen();
    const text = serializeBundle(document);
    assets.setContent(asset, { kind: 'bundled', document }, text);
    await saveAssetFiles([{ write: getAssetPath(asset), text }], [asset]);
    return { asset };
  },
  getProperty: ({ asset, property }, { assets }) => {
    // biome-ignore lint/style/noNonNullAssertion: unknown names are rejected before
    const { name, type, value } = readAssetProperties(asset, assets.getAnyContent(asset), [property])[0]!;
    return { name, type, value };
  },
  setProperty: (request, services) => writeAssetProperty(request, services),
  setProperties: async ({ asset, properties }, services) => {
    const content = services.assets.getAnyContent(asset);
    const result = applyAssetPropertyWrites(asset, content, properties, (image) =>
      services.scene.assertImage(image),
    );
    if (result.outcomes.succeededCount > 0) await saveAsset(asset, result.content, services);
    return { ...result.outcomes };
  },
  getProperties: ({ asset, names }, { assets }) => ({
    properties: readAssetProperties(asset, assets.getAnyContent(asset), names).map(
      ({ options, ...rest }) => ({
        ...rest,
        ...(options && { options: [...options] }),
      }),
    ),
  }),
  getShader: ({ asset }, { assets }) => {
    const { shader, values } = readMaterial(asset, { assets });
    return { shader: shader.name, properties: createInitialValues(shader.schema, values) };
  },
  changeShader: async ({ asset, shader }, services) => {
    readMaterial(asset, services);
    const { name } = getShader(shader);
    const { previous } = await writeAssetProperty({ asset, property: 'shader', value: name }, services);
    return { previous: String(previous), shader: name };
  },
  listShaders: ({ filter }) => {
    const isNamed = createNameFilter(filter);
    return {
      shaders: shaders
        .filter(({ name }) => isNamed(name))
        .map(({ name, description, schema }) => ({ name, description, properties: Object.keys(schema) })),
    };
  },
} satisfies ActionHandlers<Actions['assets']>;
