/** Repairs nodes, and the skins that they wear. */
import { Matrix4, Quaternion, Vector3 } from 'three';
import { getObjects, isNaturalNumber, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

const isNumberArray = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every(Number.isFinite);

/** How far off unit length a rotation may be without a note: what rounding to 32 bits leaves. */
const unitTolerance = 1e-4;

const repairRotation = (node: JsonObject, where: string, repairs: RepairLog): void => {
  const { rotation } = node;
  if (!isNumberArray(rotation, 4)) return;
  const length = Math.hypot(...rotation);
  if (Math.abs(length - 1) > unitTolerance)
    repairs.note('Normalized the rotation of a node', `${where}/rotation`);
  // three makes the identity of a rotation without a length.
  if (length !== 1) node.rotation = new Quaternion(...rotation).normalize().toArray();
};

const getMaxDifference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))));

/** Scenes hold position, rotation and scale of a node, so a matrix is taken apart. */
const repairMatrix = (node: JsonObject, where: string, repairs: RepairLog): void => {
  const { matrix } = node;
  if (!isNumberArray(matrix, 16)) return;
  for (const key of ['translation', 'rotation', 'scale']) {
    if (node[key] === undefined) continue;
    repairs.note('Removed the transform of a node that has a matrix too', `${where}/${key}`);
  }
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  new Matrix4().fromArray(matrix).decompose(position, rotation, scale);
  const made = new Matrix4().compose(position, rotation, scale).toArray();
  const size = Math.max(...matrix.map(Math.abs));
  if (getMaxDifference(matrix, made) > size * 1e-3) {
    repairs.note('Left the shear out of the matrix of a node', `${where}/matrix`);
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
  // Tools disagree about it, and nothing depends on it.
  for (const skin of skins) delete skin.skeleton;
  const isSkinned = (mesh: unknown): boolean =>
    isNaturalNumber(mesh) &&
    getObjects(meshes[mesh] ?? {}, 'primitives').some(
      ({ attributes }) => attributes instanceof Object && 'JOINTS_0' in attributes,
    );
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const { mesh, skin } = node;
    if (skin === undefined) continue;
    const worn = isNaturalNumber(skin) ? skins[skin] : undefined;
    // A skin that is named but missing is left for the validator to refuse.
    if (isSkinned(mesh) && !(worn && getValues(worn, 'joints').length === 0)) continue;
    repairs.note('Removed a skin that moves nothing', `/nodes/${index}/skin`);
    delete node.skin;
  }
  if (skins.some((skin) => getValues(skin, 'joints').length === 0)) removeSkinsWithoutJoints(document, skins);
};

const removeSkinsWithoutJoints = (document: JsonObject, skins: readonly JsonObject[]): void => {
  const left = skins.filter((skin) => getValues(skin, 'joints').length > 0);
  const places = new Map(left.map((skin, at) => [skin, at]));
  for (const node of getObjects(document, 'nodes')) {
    const worn = isNaturalNumber(node.skin) ? skins[node.skin] : undefined;
    if (worn) node.skin = places.get(worn);
  }
  if (left.length > 0) document.skins = left;
  else delete document.skins;
};

/**
 * Repairs rotations, matrices and skins of nodes, and joints outside of the scene.
 * @param document is changed; its nodes form trees
 */
export const repairNodes = (document: JsonObject, repairs: RepairLog): void => {
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const where = `/nodes/${index}`;
    repairMatrix(node, where, repairs);
    repairRotation(node, where, repairs);
    if (node.mesh === undefined && node.weights !== undefined) {
      repairs.note('Removed the weights of a node without a mesh', `${where}/weights`);
      delete node.weights;
    }
  }
  repairSkins(document, repairs);
};
