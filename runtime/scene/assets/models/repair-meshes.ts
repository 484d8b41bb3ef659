/** Repairs meshes: attributes and primitives that nothing can be drawn from, and weights of morph targets. */
import { getObjects, findObject, isJsonObject, isNaturalNumber, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

const standardAttributePattern = /^(POSITION|NORMAL|TANGENT|(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9]\d*))$/;

/** Attributes whose name begins so are for the application that wrote them. */
const applicationPrefix = /^_/;

const getPartnerAttribute = (name: string): string | undefined => {
  if (name.startsWith('JOINTS_')) return name.replace('JOINTS', 'WEIGHTS');
  return name.startsWith('WEIGHTS_') ? name.replace('WEIGHTS', 'JOINTS') : undefined;
};

const repairAttributes = (attributes: JsonObject, where: string, repairs: RepairLog): void => {
  for (const name of Object.keys(attributes)) {
    const partner = getPartnerAttribute(name);
    if (applicationPrefix.test(name)) delete attributes[name];
    else if (!standardAttributePattern.test(name)) {
      repairs.note('Removed an attribute of an unknown name', `${where}/${name}`);
      delete attributes[name];
    } else if (partner !== undefined && !(partner in attributes)) {
      repairs.note(`Removed joints without weights, or weights without joints`, `${where}/${name}`);
      delete attributes[name];
    }
  }
};

const repairTargets = (primitive: JsonObject, where: string, repairs: RepairLog): void => {
  const attributes = findObject(primitive, 'attributes') ?? {};
  for (const [index, target] of getObjects(primitive, 'targets').entries()) {
    for (const name of Object.keys(target)) {
      if (applicationPrefix.test(name)) delete target[name];
      else if (!(name in attributes)) {
        repairs.note('Removed what a morph target changes of nothing', `${where}/targets/${index}/${name}`);
        delete target[name];
      }
    }
  }
};

/** Weights for as many morph targets as there are, 0 for those that had none. */
const repairWeights = (owner: JsonObject, targets: number, where: string, repairs: RepairLog): void => {
  if (owner.weights === undefined) return;
  const weights = getValues(owner, 'weights');
  if (weights.length === targets) return;
  repairs.note('Gave each morph target one weight', `${where}/weights`);
  if (targets === 0) delete owner.weights;
  else owner.weights = Array.from({ length: targets }, (_, index) => weights[index] ?? 0);
};

/** The morph targets of a mesh; all its primitives have the same. */
export const countMorphTargets = (mesh: JsonObject): number =>
  getObjects(mesh, 'primitives').reduce((most, one) => Math.max(most, getValues(one, 'targets').length), 0);

/** Removes meshes that no node has, and those without anything to draw. */
const keepDrawnMeshes = (document: JsonObject, repairs: RepairLog): void => {
  const meshes = getObjects(document, 'meshes');
  const used = new Set(getObjects(document, 'nodes').map(({ mesh }) => mesh));
  const left = meshes.filter((mesh, at) => used.has(at) && getObjects(mesh, 'primitives').length > 0);
  if (left.length === meshes.length) return;
  const places = new Map(left.map((mesh, at) => [mesh, at]));
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    // A mesh that is named but missing is left for the validator to refuse.
    const mesh = isNaturalNumber(node.mesh) ? meshes[node.mesh] : undefined;
    if (!mesh) continue;
    const at = places.get(mesh);
    if (at !== undefined) node.mesh = at;
    else {
      repairs.note('Removed a mesh without anything to draw', `/nodes/${index}/mesh`);
      for (const key of ['mesh', 'skin', 'weights']) delete node[key];
    }
  }
  if (left.length > 0) document.meshes = left;
  else delete document.meshes;
};

/**
 * Removes attributes that nothing is drawn with, primitives without vertices, and meshes that are not drawn; gives each
 * morph target one weight.
 * @param document is changed
 */
export const repairMeshes = (document: JsonObject, repairs: RepairLog): void => {
  const accessors = getObjects(document, 'accessors');
  const isVoid = (index: unknown): boolean => isNaturalNumber(index) && accessors[index]?.count === 0;
  const meshes = getObjects(document, 'meshes');
  for (const [index, mesh] of meshes.entries()) {
    const drawn = getObjects(mesh, 'primitives').filter((primitive, at) => {
      const where = `/meshes/${index}/primitives/${at}`;
      const attributes = findObject(primitive, 'attributes');
      if (attributes) repairAttributes(attributes, `${where}/attributes`, repairs);
      repairTargets(primitive, where, repairs);
      // What has no positions is not drawn (glTF 2.0, 3.7.2.1).
      if (attributes?.POSITION === undefined) return false;
      if (!isVoid(attributes.POSITION) && !isVoid(primitive.indices)) return true;
      repairs.note('Removed a primitive without vertices', where);
      return false;
    });
    mesh.primitives = drawn;
    repairWeights(mesh, countMorphTargets(mesh), `/meshes/${index}`, repairs);
  }
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const mesh = isNaturalNumber(node.mesh) ? meshes[node.mesh] : undefined;
    if (isJsonObject(mesh)) repairWeights(node, countMorphTargets(mesh), `/nodes/${index}`, repairs);
  }
  keepDrawnMeshes(document, repairs);
};
