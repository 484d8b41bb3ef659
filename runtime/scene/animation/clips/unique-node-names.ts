import type { Object3D } from 'three';

/**
 * Returns unique names for sibling nodes. If a node has no name, or the same name as an earlier node, its index is
 * appended as a suffix.
 */
export const getUniqueNodeNames = (nodes: readonly Object3D[]): string[] => {
  const usedNames = new Set<string>();
  return nodes.map(({ name }, index) => {
    const uniqueName = name === '' || usedNames.has(name) ? `${name}#${index}` : name;
    usedNames.add(uniqueName);
    return uniqueName;
  });
};
