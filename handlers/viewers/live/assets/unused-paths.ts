/** Returns a path that no existing file has, by adding a number before the extension. */
const toUnusedPath = (path: string, existing: ReadonlySet<string>): string => {
  const [, stem = path, extension = ''] = /^((?:.*\/)?[^/]+?)(\.[^/]*)?$/.exec(path) ?? [];
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}-${number}${extension}`;
    if (!existing.has(candidate)) return candidate;
  }
};

const isGltf = (path: string): boolean => /\.gltf$/i.test(path);

/**
 * Returns paths for new files, so that no existing file is replaced. If one of the files is a .gltf model, all files
 * move to a folder of their own, because the model refers to the other files by their names.
 * @returns the new paths, in the order of the given ones
 */
export const toUnusedPaths = (paths: readonly string[], existing: ReadonlySet<string>): readonly string[] => {
  if (!paths.some((path) => existing.has(path))) return paths;
  const model = paths.find(isGltf);
  if (model === undefined)
    return paths.map((path) => (existing.has(path) ? toUnusedPath(path, existing) : path));
  const name = model.slice(model.lastIndexOf('/') + 1).replace(/\.gltf$/i, '');
  const folders = new Set([...existing].map((path) => path.split('/')[0] ?? path));
  const folder = toUnusedPath(name, folders);
  return paths.map((path) => `${folder}/${path}`);
};
