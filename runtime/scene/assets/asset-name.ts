/** Returns the file name of an asset without its folders and its extension. */
export const getAssetName = (tag: string): string =>
  tag.slice(tag.lastIndexOf('/') + 1).replace(/(.)\..*$/, '$1');
