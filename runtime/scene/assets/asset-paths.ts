/** Converts between the tags of assets and their paths in the project. */
import { findAssetKind, getAssetFolder } from './asset-kinds.ts';

const sceneExtension = '.scene.json';

/** Returns the path of an asset file in the project. */
export const getAssetPath = (tag: string): string => `${getAssetFolder(findAssetKind(tag))}/${tag}`;

/** Returns the tag of the asset that stores a scene. */
export const getSceneAssetTag = (name: string): string => `${name}${sceneExtension}`;

/** Returns the name of the scene stored in an asset. */
export const getSceneName = (tag: string): string => tag.slice(0, -sceneExtension.length);

/** Returns the path of an asset's import settings in the project. */
export const getSettingsPath = (tag: string): string => `${getAssetPath(tag)}.import.json`;
