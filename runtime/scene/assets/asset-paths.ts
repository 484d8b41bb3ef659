/** Where the files of assets are in a project. */
import { assetKindOf, folderOf } from './asset-kinds.ts';

/** Project path of the file of an asset. */
export const pathOf = (tag: string): string => `${folderOf(assetKindOf(tag))}/${tag}`;

/** Project path of the file of its import settings. */
export const settingsPathOf = (tag: string): string => `${pathOf(tag)}.import.json`;
