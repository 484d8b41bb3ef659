/** Returns the last part of a menu path, which is the default name of the object. */
export const getMenuLeaf = (menuPath: string): string => menuPath.slice(menuPath.lastIndexOf('/') + 1);
