/** Where the files of assets are in a project. */

/** The folder of a project whose files are its assets. */
export const assetsFolder = 'assets';

/** Project path of the file of an asset. */
export const pathOf = (tag: string): string => `${assetsFolder}/${tag}`;

/** Project path of the file of its import settings. */
export const settingsPathOf = (tag: string): string => `${pathOf(tag)}.import.json`;
