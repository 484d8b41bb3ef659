/** Where the files of assets are in a project. */
import { assetKindOf, folderOf } from './asset-kinds.ts';

const sceneEnding = '.scene.json';

/** Project path of the file of an asset. */
export const pathOf = (tag: string): string => `${folderOf(assetKindOf(tag))}/${tag}`;

/** The tag of the asset that a scene is saved as. */
export const assetOfScene = (name: string): string => `${name}${sceneEnding}`;

/** The name of the scene that is saved as an asset. */
export const sceneOf = (tag: string): string => tag.slice(0, -sceneEnding.length);

/** Project path of the file of its import settings. */
export const settingsPathOf = (tag: string): string => `${pathOf(tag)}.import.json`;
