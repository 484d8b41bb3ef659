/** Repairs meshes: unusable attributes and primitives, and the weights of morph targets. */
import { getObjects, findObject, isJsonObject, isNaturalNumber, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

const standardAttributePattern = /^(POSITION|NORMAL|TANGENT|(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9]\d*))$/;

const applicationPrefix = /^_/;

const getPartnerAttribute = (name: string): string | undefined => {
  if (name.startsWith('JOINTS_')) return name.replace('JOINTS', 'WEIGHTS');
  return name.startsWith('WEIGHTS_') ? name.replace('WEIGHTS', 'JOINTS') : undefined;
};

const repairAttributes = (attributes: JsonObject, pointer: string, repairs: RepairLog): void => {
  for (const name of Object.keys(attributes)) {
    const partner = getPartnerAttribute(name);
    if (applicationPrefix.test(name)) delete attributes[name];
    else if (!standardAttributePattern.test(name)) {
      repairs.note('Removed an attribute with an unknown name', `${pointer}/${name}`);
      delete attributes[name];
    } else if (partner !== undefined && !(partner in attributes)) {
      repairs.note(`Removed joints without weights, or weights without joints`, `${pointer}/${name}`);
      delete attributes[name];
    }
  }
};

const repairTargets = (primitive: JsonObject, pointer: string, repairs: RepairLog): void => {
  const attributes = findObject(primitive, 'attributes') ?? {};
  for (const [index, target] of getObjects(primitive, 'targets').entries()) {
    for (const name of Object.keys(target)) {
      if (applicationPrefix.test(name)) delete target[name];
      else if (!(name in attributes)) {
        repairs.note(
          'Removed a morph target attribute that the primitive does not have',
          `${pointer}/targets/${index}/${name}`,
        );
        delete target[name];
      }
    }
  }
};

/** Adjusts the number of weights to the number of morph targets. Missing weights become 0. */
const repairWeights = (owner: JsonObject, targets: number, pointer: string, repairs: RepairLog): void => {
  if (owner.weights === undefined) return;
  const weights = getValues(owner, 'weights');
  if (weights.length === targets) return;
  repairs.note('Adjusted the number of morph target weights', `${pointer}/weights`);
  if (targets === 0) delete owner.weights;
  else owner.weights = Array.from({ length: targets }, (_, index) => weights[index] ?? 0);
};

/** Returns the number of morph targets of a mesh, which is the same for all its primitives. */
export const countMorphTargets = (mesh: JsonObject): number =>
  getObjects(mesh, 'primitives').reduce(
    (max, primitive) => Math.max(max, getValues(primitive, 'targets').length),
    0,
  );

/** Removes meshes that no node uses, and meshes without primitives. */
const keepDrawnMeshes = (document: JsonObject, repairs: RepairLog): void => {
  const meshes = getObjects(document, 'meshes');
  const used = new Set(getObjects(document, 'nodes').map(({ mesh }) => mesh));
  const usedMeshes = meshes.filter((mesh, at) => used.has(at) && getObjects(mesh, 'primitives').length > 0);
  if (usedMeshes.length === meshes.length) return;
  const newIndexes = new Map(usedMeshes.map((mesh, at) => [mesh, at]));
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    // A reference to a missing mesh is left for the validator to report.
    const mesh = isNaturalNumber(node.mesh) ? meshes[node.mesh] : undefined;
    if (!mesh) continue;
    const at = newIndexes.get(mesh);
    if (at !== undefined) node.mesh = at;
    else {
      repairs.note('Removed a mesh without primitives', `/nodes/${index}/mesh`);
      for (const key of ['mesh', 'skin', 'weights']) delete node[key];
    }
  }
  if (usedMeshes.length > 0) document.meshes = usedMeshes;
  else delete document.meshes;
};

/**
 * Removes unusable attributes, primitives without vertices, and unused meshes. Gives each morph target one weight.
 * @param document the document to change
 */
export const repairMeshes = (document: JsonObject, repairs: RepairLog): void => {
  const accessors = getObjects(document, 'accessors');
  const hasNoValues = (index: unknown): boolean => isNaturalNumber(index) && accessors[index]?.count === 0;
  const meshes = getObjects(document, 'meshes');
  for (const [index, mesh] of meshes.entries()) {
    const drawable = getObjects(mesh, 'primitives').filter((primitive, at) => {
      const pointer = `/meshes/${index}/primitives/${at}`;
      const attributes = findObject(primitive, 'attributes');
      if (attributes) repairAttributes(attributes, `${pointer}/attributes`, repairs);
      repairTargets(primitive, pointer, repairs);
      // A primitive without positions is not drawn (glTF 2.0, 3.7.2.1).
      if (attributes?.POSITION === undefined) return false;
      if (!hasNoValues(attributes.POSITION) && !hasNoValues(primitive.indices)) return true;
      repairs.note('Removed a primitive without vertices', pointer);
      return false;
    });
    mesh.primitives = drawable;
    repairWeights(mesh, countMorphTargets(mesh), `/meshes/${index}`, repairs);
  }
  for (const [index, node] of getObjects(document, 'nodes').entries()) {
    const mesh = isNaturalNumber(node.mesh) ? meshes[node.mesh] : undefined;
    if (isJsonObject(mesh)) repairWeights(node, countMorphTargets(mesh), `/nodes/${index}`, repairs);
  }
  keepDrawnMeshes(document, repairs);
};
