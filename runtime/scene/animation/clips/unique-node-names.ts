import type { Object3D } from 'three';

/**
 * What nodes under one parent are called in paths, each otherwise: by its name, or with its index behind it where it has
 * none or another one before it has the same.
 */
export const getUniqueNodeNames = (nodes: readonly Object3D[]): string[] => {
  const taken = new Set<string>();
  return nodes.map(({ name }, index) => {
    const called = name === '' || taken.has(name) ? `${name}#${index}` : name;
    taken.add(called);
    return called;
  });
};
