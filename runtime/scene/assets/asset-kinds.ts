/** The kinds of assets, and the files that store them. */

interface AssetKind {
  /** The kind, which `assets.list` reports to clients as `type`. */
  readonly kind: 'model' | 'image' | 'audio' | 'shader' | 'material' | 'animation' | 'bundled' | 'scene';
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

export const assetFolders = ['assets', 'scenes'] as const;

const getAssetFolder = (kind: AssetKindName | undefined): (typeof assetFolders)[number] =>
  kind === 'scene' ? 'scenes' : 'assets';

/** Returns the asset kind that a file name indicates; `undefined` for files that are not assets. */
export const findAssetKind = (name: string): AssetKindName | undefined => {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const hasExtension = ({ extensions }: AssetKind): boolean =>
    // A name that consists only of an extension is not accepted.
    extensions.some((extension) => leaf.endsWith(extension) && leaf.length > extension.length);
  return assetKinds.find(hasExtension)?.kind;
};

const sceneExtension = '.scene.json';

export const getAssetPath = (tag: string): string => `${getAssetFolder(findAssetKind(tag))}/${tag}`;

export const getSceneAssetTag = (name: string): string => `${name}${sceneExtension}`;

export const getSceneName = (tag: string): string => tag.slice(0, -sceneExtension.length);

/** Returns the path of an asset's import settings in the project. */
export const getSettingsPath = (tag: string): string => `${getAssetPath(tag)}.import.json`;
