import { Refusal } from '../refusal.ts';
import { entriesIn, entryAt, isNatural, valuesIn } from './entries.ts';
import { modelLimits } from './limits.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';

/** A list with each value once. */
const withoutDuplicates = (owner: Entry, key: string, where: string, repairs: Repairs): unknown[] => {
  const values = valuesIn(owner, key);
  const once = [...new Set(values)];
  if (once.length === values.length) return values;
  repairs.note('Removed a node that is listed twice', where);
  owner[key] = once;
  return once;
};

/** The parent of each node that has one. */
const parentsIn = (nodes: readonly Entry[], repairs: Repairs): Map<number, number> => {
  const parents = new Map<number, number>();
  for (const [index, node] of nodes.entries()) {
    for (const child of withoutDuplicates(node, 'children', `/nodes/${index}/children`, repairs)) {
      entryAt(nodes, child, 'node');
      if (!isNatural(child)) continue;
      if (parents.has(child)) throw new Refusal('DAMAGED', `node ${child} has two parents`);
      parents.set(child, index);
    }
  }
  return parents;
};

const refuseCircles = (parents: ReadonlyMap<number, number>): void => {
  const depths = new Map<number, number>();
  for (const start of parents.keys()) {
    const path: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !depths.has(at)) {
      path.push(at);
      if (path.length > modelLimits.nodeDepth) {
        const circle = path.indexOf(at) < path.length - 1;
        throw circle
          ? new Refusal('DAMAGED', `node ${at} is below itself`)
          : new Refusal('TOO_LARGE', `more than ${modelLimits.nodeDepth} nodes lie below each other`);
      }
      at = parents.get(at);
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of path.reverse()) {
      depth += 1;
      depths.set(node, depth);
    }
    if (depth > modelLimits.nodeDepth) {
      throw new Refusal('TOO_LARGE', `more than ${modelLimits.nodeDepth} nodes lie below each other`);
    }
  }
};

/**
 * Leaves of a document's scenes the one that it shows, with those nodes in it that hang below no other: tools list
 * others too, and whoever hangs them into the scene takes them from where they belong.
 * @throws Refusal when nodes form no trees or there is no such scene.
 */
export const keepShownScene = (document: Entry, repairs: Repairs): void => {
  const nodes = entriesIn(document, 'nodes');
  const parents = parentsIn(nodes, repairs);
  refuseCircles(parents);

  const scenes = entriesIn(document, 'scenes');
  if (scenes.length === 0) throw new Refusal('UNSUPPORTED', 'it holds no scene');
  const shown = entryAt(scenes, document.scene ?? 0, 'scene');
  const where = `/scenes/${String(document.scene ?? 0)}/nodes`;
  const roots = withoutDuplicates(shown, 'nodes', where, repairs).filter((node) => {
    entryAt(nodes, node, 'node');
    if (!isNatural(node) || !parents.has(node)) return true;
    repairs.note('Left a node below its parent that the scene lists as a root too', where);
    return false;
  });
  if (roots.length > 0) shown.nodes = roots;
  else delete shown.nodes;
  document.scenes = [shown];
  document.scene = 0;
};
