/** The kinds of assets, and the files that store them. */

interface AssetKind {
  /** The kind, which `assets.list` reports to clients as `type`. */
  readonly kind: string;
  /** Extensions in lower case. Files are matched case-insensitively. */
  readonly extensions: readonly string[];
}

/** The kinds of assets. The files of formats that this project defines end in `.<kind>.json`. */
export const assetKinds = [
  { kind: 'model', extensions: ['.glb', '.gltf'] },
  { kind: 'image', extensions: ['.png', '.jpg', '.jpeg', '.webp'] },
  { kind: 'audio', extensions: ['.wav', '.mp3', '.ogg'] },
  { kind: 'shader', extensions: ['.glsl'] },
  { kind: 'material', extensions: ['.material.json'] },
  { kind: 'animation', extensions: ['.anim.json'] },
  { kind: 'bundled', extensions: ['.bundle.json'] },
  { kind: 'scene', extensions: ['.scene.json'] },
] as const satisfies readonly AssetKind[];

export type AssetKindName = (typeof assetKinds)[number]['kind'];

type AssetExtension = (typeof assetKinds)[number]['extensions'][number];

/** The extension of the files that hold the binary data of `.gltf` models. Such a file is not an asset by itself. */
const bufferExtension = '.bin';

/** The type of an asset file: the kind of its asset, or `buffer` for the data of a `.gltf` model. */
export type AssetFileType = AssetKindName | 'buffer';

export const assetKindNames: readonly AssetKindName[] = assetKinds.map(({ kind }) => kind);

export const assetFileTypes: readonly AssetFileType[] = [...assetKindNames, 'buffer'];

/** All extensions that an asset file can have. */
export const assetFileExtensions = [...assetKinds.flatMap(({ extensions }) => extensions), bufferExtension];

const mediaTypes: Readonly<Record<AssetExtension | typeof bufferExtension, string>> = {
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.glsl': 'text/plain',
  '.material.json': 'application/json',
  '.anim.json': 'application/json',
  '.bundle.json': 'application/json',
  '.scene.json': 'application/json',
  '.bin': 'application/octet-stream',
};

export const assetFolders = ['assets', 'scenes'] as const;

const getAssetFolder = (kind: AssetKindName | undefined): (typeof assetFolders)[number] =>
  kind === 'scene' ? 'scenes' : 'assets';

/** Whether a file name has this extension. A name that consists only of an extension is not accepted. */
const hasExtension = (name: string, extension: string): boolean => {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return leaf.endsWith(extension) && leaf.length > extension.length;
};

/** Returns the asset kind that a file name indicates; `undefined` for files that are not assets. */
export const findAssetKind = (name: string): AssetKindName | undefined =>
  assetKinds.find(({ extensions }) => extensions.some((extension) => hasExtension(name, extension)))?.kind;

/** Returns the type that the name of a file indicates; `undefined` for files that neither are nor belong to assets. */
export const findAssetFileType = (name: string): AssetFileType | undefined =>
  findAssetKind(name) ?? (hasExtension(name, bufferExtension) ? 'buffer' : undefined);

/** Returns the media type of an asset file. */
export const getAssetMediaType = (name: string): string =>
  Object.entries(mediaTypes).find(([extension]) => hasExtension(name, extension))?.[1] ??
  'application/octet-stream';

const sceneExtension = '.scene.json';

export const getAssetPath = (tag: string): string => `${getAssetFolder(findAssetKind(tag))}/${tag}`;

export const getSceneAssetTag = (name: string): string => `${name}${sceneExtension}`;

export const getSceneName = (tag: string): string => tag.slice(0, -sceneExtension.length);

/** Returns the path of an asset's import settings in the project. */
export const getSettingsPath = (tag: string): string => `${getAssetPath(tag)}.import.json`;
