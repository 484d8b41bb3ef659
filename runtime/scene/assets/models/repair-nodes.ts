/** Repairs nodes and skins. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { getObjects, isNaturalNumber, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

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
