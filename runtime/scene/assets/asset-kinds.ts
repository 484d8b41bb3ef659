/** Maps file extensions to kinds of assets. */

interface AssetKind {
  /** Reported to clients as `type` by `assets.list`. */
  readonly kind: 'model' | 'image' | 'audio' | 'shader' | 'material' | 'animation' | 'bundled' | 'scene';
  /** In lower case. Extensions are matched case-insensitively. */
  readonly extensions: readonly string[];
}

/** The kinds of assets. Formats defined by this project end in `.<kind>.json`. */
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

/** The folders of a project that contain assets. */
export const assetFolders = ['assets', 'scenes'] as const;

/** Returns the folder for assets of a kind. */
export const getAssetFolder = (kind: AssetKindName | undefined): (typeof assetFolders)[number] =>
  kind === 'scene' ? 'scenes' : 'assets';

/** Returns the kind of a file by its name; undefined for files that are not assets. */
export const findAssetKind = (name: string): AssetKindName | undefined => {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const hasExtension = ({ extensions }: AssetKind): boolean =>
    // A name that is only an extension doesn't count.
    extensions.some((extension) => leaf.endsWith(extension) && leaf.length > extension.length);
  return assetKinds.find(hasExtension)?.kind;
};
