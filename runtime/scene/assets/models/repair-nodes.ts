/** Repairs the tree of nodes, their transforms and their skins. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { AssetFileError } from '../asset-file-error.ts';
import { getObjectAt, getObjects, getValues, isNaturalNumber, type JsonObject } from './json-entries.ts';
import { modelLimits } from './model-limits.ts';
import type { RepairLog } from './repair-log.ts';

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

const isNumberArray = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every(Number.isFinite);

/** The largest deviation from unit length that is not logged. This tolerance covers rounding to 32-bit floats. */
const unitTolerance = 1e-4;

const repairRotation = (node: JsonObject, pointer: string, repairs: RepairLog): void => {
  const { rotation } = node;
  if (!isNumberArray(rotation, 4)) return;
  const length = Math.hypot(...rotation);
  if (Math.abs(length - 1) > unitTolerance)
    repairs.note('Normalized the rotation of a node', `${pointer}/rotation`);
  // three.js normalizes a zero quaternion to the identity.
  if (length !== 1) node.rotation = new Quaternion(...rotation).normalize().toArray();
};

const getMaxDifference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))));

/** Replaces a node's matrix by position, rotation and scale, since scene nodes store these. */
const repairMatrix = (node: JsonObject, pointer: string, repairs: RepairLog): void => {
  const { matrix } = node;
  if (!isNumberArray(matrix, 16)) return;
  for (const key of ['translation', 'rotation', 'scale']) {
    if (node[key] === undefined) continue;
    repairs.note('Removed a transform property of a node that also has a matrix', `${pointer}/${key}`);
  }
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  new Matrix4().fromArray(matrix).decompose(position, rotation, scale);
  const recomposed = new Matrix4().compose(position, rotation, scale).toArray();
  const size = Math.max(...matrix.map(Math.abs));
  if (getMaxDifference(matrix, recomposed) > size * 1e-3) {
    repairs.note('Removed the shear from the matrix of a node', `${pointer}/matrix`);
  }
  delete node.matrix;
  Object.assign(node, {
    translation: position.toArray(),
    rotation: rotation.normalize().toArray(),
    scale: scale.toArray(),
  });
};

const repairSkins = (document: JsonObject, repairs: RepairLog): void => {
  const skins = getObjects(document, 'skins');
  const meshes = getObjects(document, 'meshes');
  // `skeleton` is optional, exporters set it inconsistently, and nothing uses it.
  for (const skin of skins) delete skin.skeleton;
  const isSkinned = (mesh: unknown): boolean =>
    isNaturalNumber(mesh) &&
    getObjects(meshes[mesh] ?? {}, 'primitives').some(
      ({ attributes }) => attributes instanceof Object && 'JOINTS_0' in attributes,
    );
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const { mesh, skin: skinIndex } = node;
    if (skinIndex === undefined) continue;
    const skin = isNaturalNumber(skinIndex) ? skins[skinIndex] : undefined;
    // A reference to a missing skin is left for the validator to report.
    if (isSkinned(mesh) && !(skin && getValues(skin, 'joints').length === 0)) continue;
    repairs.note('Removed a skin without effect', `/nodes/${index}/skin`);
    delete node.skin;
  }
  if (skins.some((skin) => getValues(skin, 'joints').length === 0)) removeSkinsWithoutJoints(document, skins);
};

const removeSkinsWithoutJoints = (document: JsonObject, skins: readonly JsonObject[]): void => {
  const usedSkins = skins.filter((skin) => getValues(skin, 'joints').length > 0);
  const newIndexes = new Map(usedSkins.map((skin, at) => [skin, at]));
  for (const node of getObjects(document, 'nodes')) {
    const skin = isNaturalNumber(node.skin) ? skins[node.skin] : undefined;
    if (skin) node.skin = newIndexes.get(skin);
  }
  if (usedSkins.length > 0) document.skins = usedSkins;
  else delete document.skins;
};

/**
 * Repairs the transforms and skins of nodes.
 * @param document the document to change; its nodes must form trees
 */
export const repairNodes = (document: JsonObject, repairs: RepairLog): void => {
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const pointer = `/nodes/${index}`;
    repairMatrix(node, pointer, repairs);
    repairRotation(node, pointer, repairs);
    if (node.mesh === undefined && node.weights !== undefined) {
      repairs.note('Removed the weights of a node without a mesh', `${pointer}/weights`);
      delete node.weights;
    }
  }
  repairSkins(document, repairs);
};
