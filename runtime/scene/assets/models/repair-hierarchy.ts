import { AssetFileError } from '../asset-file-error.ts';
import { getObjects, getObjectAt, isNaturalNumber, getValues } from './json-entries.ts';
import { modelLimits } from './model-limits.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

/** A list with each value once. */
const removeDuplicateValues = (
  owner: JsonObject,
  key: string,
  where: string,
  repairs: RepairLog,
): unknown[] => {
  const values = getValues(owner, key);
  const once = [...new Set(values)];
  if (once.length === values.length) return values;
  repairs.note('Removed a node that is listed twice', where);
  owner[key] = once;
  return once;
};

/** The parent of each node that has one. */
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
        const circle = path.indexOf(at) < path.length - 1;
        throw circle
          ? new AssetFileError('DAMAGED', `node ${at} is below itself`)
          : new AssetFileError('TOO_LARGE', `more than ${modelLimits.nodeDepth} nodes lie below each other`);
      }
      at = parents.get(at);
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of path.reverse()) {
      depth += 1;
      depths.set(node, depth);
    }
    if (depth > modelLimits.nodeDepth) {
      throw new AssetFileError('TOO_LARGE', `more than ${modelLimits.nodeDepth} nodes lie below each other`);
    }
  }
};

/**
 * Leaves of a document's scenes the one that it shows, with those nodes in it that hang below no other: tools list
 * others too, and whoever hangs them into the scene takes them from where they belong.
 * @throws Refusal when nodes form no trees or there is no such scene.
 */
export const keepDefaultScene = (document: JsonObject, repairs: RepairLog): void => {
  const nodes = getObjects(document, 'nodes');
  const parents = mapParents(nodes, repairs);
  rejectCycles(parents);

  const scenes = getObjects(document, 'scenes');
  if (scenes.length === 0) throw new AssetFileError('UNSUPPORTED', 'it holds no scene');
  const shown = getObjectAt(scenes, document.scene ?? 0, 'scene');
  const where = `/scenes/${String(document.scene ?? 0)}/nodes`;
  const roots = removeDuplicateValues(shown, 'nodes', where, repairs).filter((node) => {
    getObjectAt(nodes, node, 'node');
    if (!isNaturalNumber(node) || !parents.has(node)) return true;
    repairs.note('Left a node below its parent that the scene lists as a root too', where);
    return false;
  });
  if (roots.length > 0) shown.nodes = roots;
  else delete shown.nodes;
  document.scenes = [shown];
  document.scene = 0;
};
