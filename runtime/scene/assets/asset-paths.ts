/** Where the files of assets are in a project. */
import { findAssetKind, getAssetFolder } from './asset-kinds.ts';

const sceneExtension = '.scene.json';

/** Project path of the file of an asset. */
export const getAssetPath = (tag: string): string => `${getAssetFolder(findAssetKind(tag))}/${tag}`;

/** The tag of the asset that a scene is saved as. */
export const getSceneAssetTag = (name: string): string => `${name}${sceneExtension}`;

/** The name of the scene that is saved as an asset. */
export const getSceneName = (tag: string): string => tag.slice(0, -sceneExtension.length);

/** Project path of the file of its import settings. */
export const getSettingsPath = (tag: string): string => `${getAssetPath(tag)}.import.json`;
