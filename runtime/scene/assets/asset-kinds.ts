/** What the files of a project are, by how their names end. */

interface AssetKind {
  /** What clients are told: `type` of assets.list. */
  readonly kind: 'model' | 'image' | 'audio' | 'shader' | 'material' | 'animation' | 'bundled' | 'scene';
  /** In lower case; letter case of names does not matter. */
  readonly extensions: readonly string[];
}

/** The kinds of assets. Those whose files are ours end on `.json`, behind what they are. */
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

/** The folders of a project whose files are its assets. */
export const assetFolders = ['assets', 'scenes'] as const;

/** The folder that the files of a kind are in. */
export const getAssetFolder = (kind: AssetKindName | undefined): (typeof assetFolders)[number] =>
  kind === 'scene' ? 'scenes' : 'assets';

/** The kind of the file with this name; undefined for files that are no assets. */
export const findAssetKind = (name: string): AssetKindName | undefined => {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const isOf = ({ extensions }: AssetKind): boolean =>
    // A name is more than its extension.
    extensions.some((extension) => leaf.endsWith(extension) && leaf.length > extension.length);
  return assetKinds.find(isOf)?.kind;
};
