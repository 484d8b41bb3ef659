import { AssetFileError } from '../asset-file-error.ts';
import { getObjects, getObjectAt, isNaturalNumber, getValues } from './json-entries.ts';
import { modelLimits } from './model-limits.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

/** Removes duplicates from a list. */
const removeDuplicateValues = (
  owner: JsonObject,
  key: string,
  pointer: string,
  repairs: RepairLog,
): unknown[] => {
  const values = getValues(owner, key);
  const unique = [...new Set(values)];
  if (unique.length === values.length) return values;
  repairs.note('Removed a node that is listed twice', pointer);
  owner[key] = unique;
  return unique;
};

/** Maps each child node to its parent. */
const mapParents = (nodes: readonly JsonObject[], repairs: RepairLog): Map<number, number> => {
  const parents = new Map<number, number>();
  for (const [index, node] of nodes.entries()) {
    for (const child of removeDuplicateValues(node, 'children', `/nodes/${index}/children`, repairs)) {
      getObjectAt(nodes, child, 'node');
      if (!isNaturalNumber(child)) continue;
      if (parents.has(child)) throw new AssetFileError('DAMAGED', `node ${child} has two parents`);
      parents.set(child, index);
    }
  }
  return parents;
};

const rejectCycles = (parents: ReadonlyMap<number, number>): void => {
  const depths = new Map<number, number>();
  for (const start of parents.keys()) {
    const path: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !depths.has(at)) {
      path.push(at);
      if (path.length > modelLimits.nodeDepth) {
        const isCycle = path.indexOf(at) < path.length - 1;
        throw isCycle
          ? new AssetFileError('DAMAGED', `node ${at} is its own ancestor`)
          : new AssetFileError(
              'TOO_LARGE',
              `its nodes are nested more than ${modelLimits.nodeDepth} levels deep`,
            );
      }
      at = parents.get(at);
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of path.reverse()) {
      depth += 1;
      depths.set(node, depth);
    }
    if (depth > modelLimits.nodeDepth) {
      throw new AssetFileError(
        'TOO_LARGE',
        `its nodes are nested more than ${modelLimits.nodeDepth} levels deep`,
      );
    }
  }
};

/**
 * Keeps only the default scene, and only its real roots. Some exporters also list child nodes in the scene, which
 * loaders would detach from their parents.
 * @throws AssetFileError when the nodes do not form trees, or the default scene doesn't exist
 */
export const keepDefaultScene = (document: JsonObject, repairs: RepairLog): void => {
  const nodes = getObjects(document, 'nodes');
  const parents = mapParents(nodes, repairs);
  rejectCycles(parents);

  const scenes = getObjects(document, 'scenes');
  if (scenes.length === 0) throw new AssetFileError('UNSUPPORTED', 'it holds no scene');
  const defaultScene = getObjectAt(scenes, document.scene ?? 0, 'scene');
  const pointer = `/scenes/${String(document.scene ?? 0)}/nodes`;
  const roots = removeDuplicateValues(defaultScene, 'nodes', pointer, repairs).filter((node) => {
    getObjectAt(nodes, node, 'node');
    if (!isNaturalNumber(node) || !parents.has(node)) return true;
    repairs.note('Kept a child node in place that the scene also lists as a root', pointer);
    return false;
  });
  if (roots.length > 0) defaultScene.nodes = roots;
  else delete defaultScene.nodes;
  document.scenes = [defaultScene];
  document.scene = 0;
};
