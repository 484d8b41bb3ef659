/** Repairs meshes: attributes and primitives that nothing can be drawn from, and weights of morph targets. */
import { entriesIn, entryIn, isEntry, isNatural, valuesIn } from './entries.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';

const knownAttribute = /^(POSITION|NORMAL|TANGENT|(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9]\d*))$/;

/** Attributes whose name begins so are for the application that wrote them. */
const ofApplications = /^_/;

const partnerOf = (name: string): string | undefined => {
  if (name.startsWith('JOINTS_')) return name.replace('JOINTS', 'WEIGHTS');
  return name.startsWith('WEIGHTS_') ? name.replace('WEIGHTS', 'JOINTS') : undefined;
};

const repairAttributes = (attributes: Entry, where: string, repairs: Repairs): void => {
  for (const name of Object.keys(attributes)) {
    const partner = partnerOf(name);
    if (ofApplications.test(name)) delete attributes[name];
    else if (!knownAttribute.test(name)) {
      repairs.note('Removed an attribute of an unknown name', `${where}/${name}`);
      delete attributes[name];
    } else if (partner !== undefined && !(partner in attributes)) {
      repairs.note(`Removed joints without weights, or weights without joints`, `${where}/${name}`);
      delete attributes[name];
    }
  }
};

const repairTargets = (primitive: Entry, where: string, repairs: Repairs): void => {
  const attributes = entryIn(primitive, 'attributes') ?? {};
  for (const [index, target] of entriesIn(primitive, 'targets').entries()) {
    for (const name of Object.keys(target)) {
      if (ofApplications.test(name)) delete target[name];
      else if (!(name in attributes)) {
        repairs.note('Removed what a morph target changes of nothing', `${where}/targets/${index}/${name}`);
        delete target[name];
      }
    }
  }
};

/** Weights for as many morph targets as there are, 0 for those that had none. */
const repairWeights = (owner: Entry, targets: number, where: string, repairs: Repairs): void => {
  if (owner.weights === undefined) return;
  const weights = valuesIn(owner, 'weights');
  if (weights.length === targets) return;
  repairs.note('Gave each morph target one weight', `${where}/weights`);
  if (targets === 0) delete owner.weights;
  else owner.weights = Array.from({ length: targets }, (_, index) => weights[index] ?? 0);
};

/** The morph targets of a mesh; all its primitives have the same. */
export const targetCount = (mesh: Entry): number =>
  entriesIn(mesh, 'primitives').reduce((most, one) => Math.max(most, valuesIn(one, 'targets').length), 0);

/** Removes meshes that no node has, and those without anything to draw. */
const keepDrawnMeshes = (document: Entry, repairs: Repairs): void => {
  const meshes = entriesIn(document, 'meshes');
  const used = new Set(entriesIn(document, 'nodes').map(({ mesh }) => mesh));
  const left = meshes.filter((mesh, at) => used.has(at) && entriesIn(mesh, 'primitives').length > 0);
  if (left.length === meshes.length) return;
  const places = new Map(left.map((mesh, at) => [mesh, at]));
  for (const [index, node] of entriesIn(document, 'nodes').entries()) {
    // A mesh that is named but missing is left for the validator to refuse.
    const mesh = isNatural(node.mesh) ? meshes[node.mesh] : undefined;
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
export const repairMeshes = (document: Entry, repairs: Repairs): void => {
  const accessors = entriesIn(document, 'accessors');
  const isVoid = (index: unknown): boolean => isNatural(index) && accessors[index]?.count === 0;
  const meshes = entriesIn(document, 'meshes');
  for (const [index, mesh] of meshes.entries()) {
    const drawn = entriesIn(mesh, 'primitives').filter((primitive, at) => {
      const where = `/meshes/${index}/primitives/${at}`;
      const attributes = entryIn(primitive, 'attributes');
      if (attributes) repairAttributes(attributes, `${where}/attributes`, repairs);
      repairTargets(primitive, where, repairs);
      // What has no positions is not drawn (glTF 2.0, 3.7.2.1).
      if (attributes?.POSITION === undefined) return false;
      if (!isVoid(attributes.POSITION) && !isVoid(primitive.indices)) return true;
      repairs.note('Removed a primitive without vertices', where);
      return false;
    });
    mesh.primitives = drawn;
    repairWeights(mesh, targetCount(mesh), `/meshes/${index}`, repairs);
  }
  for (const [index, node] of entriesIn(document, 'nodes').entries()) {
    const mesh = isNatural(node.mesh) ? meshes[node.mesh] : undefined;
    if (isEntry(mesh)) repairWeights(node, targetCount(mesh), `/nodes/${index}`, repairs);
  }
  keepDrawnMeshes(document, repairs);
};
