import type { Object3D } from 'three';

/**
 * Returns unique names for sibling nodes. A node without a name, or with a name that an earlier one has, gets its index
 * as a suffix.
 */
export const getUniqueNodeNames = (nodes: readonly Object3D[]): string[] => {
  const usedNames = new Set<string>();
  return nodes.map(({ name }, index) => {
    const uniqueName = name === '' || usedNames.has(name) ? `${name}#${index}` : name;
    usedNames.add(uniqueName);
    return uniqueName;
  });
};
