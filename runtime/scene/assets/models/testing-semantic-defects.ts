/** Harmless defects in the relations between parts of a document. Models with these defects still load. */
import { getAttributes, getPrimitive, type GltfDefects, skinless, vertexCount } from './testing-defects.ts';
import { assignAt, changeAccessors, changeDocument } from './testing-corruption-operators.ts';
import type { Document } from './testing-glb.ts';
import type { AddAccessor, Corruption } from './testing-corruption-operators.ts';

const addMorphTarget = (document: Document, add: AddAccessor): void => {
  const bounds = { min: [0, 0, 0], max: [0, 0, 0] };
  const POSITION = add({ count: vertexCount, ...bounds }, new Float32Array(vertexCount * 3));
  Object.assign(getPrimitive(document), { targets: [{ POSITION }] });
};

const withMorphTarget = (change: (document: Document, add: AddAccessor) => unknown): Corruption =>
  changeAccessors((document, add) => {
    addMorphTarget(document, add);
    change(document, add);
  });

const withSpotLight = (spot: object): Corruption =>
  changeDocument((document) => {
    const name = 'KHR_lights_punctual';
    const extensions = { [name]: { lights: [{ type: 'spot', spot }] } };
    Object.assign(document, { extensionsUsed: [name], extensions });
    Object.assign(document.nodes[0]!, { extensions: { [name]: { light: 0 } } });
  });

const withPointerChannel = (target: object): Corruption =>
  changeDocument((document) => {
    const name = 'KHR_animation_pointer';
    const extensions = { [name]: { pointer: '/nodes/1/scale' } };
    const channel = { sampler: 0, target: { ...target, extensions } };
    Object.assign(document.animations[0]!.channels, { 3: channel });
    Object.assign(document, { extensionsUsed: [name] });
  });

const weights = 'Adjusted the number of morph target weights';

/** Shears the middle of the flower's stem, which is not animated. */
const sheared: Corruption = changeDocument(({ nodes, scenes }) => {
  const matrix = [1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1];
  scenes[0]!.nodes.push(nodes.push({ name: '', ...{ matrix } }) - 1);
});

export const semanticDefects: GltfDefects = {
  KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES: {
    'a light with only an inner cone': [
      withSpotLight({ innerConeAngle: 0.5, outerConeAngle: 0.5 }),
      'Narrowed the inner cone of a light (/extensions/KHR_lights_punctual/lights/0)',
    ],
  },
  MESH_INVALID_WEIGHTS_COUNT: {
    'weights without morph targets in the mesh': [
      withMorphTarget(({ meshes }) => Object.assign(meshes[0]!, { weights: [0, 1, 1] })),
      `${weights} (/meshes/0/weights)`,
    ],
  },
  NODE_WEIGHTS_INVALID: {
    'weights of a node without morph targets': [
      assignAt('/nodes/4', { weights: [1, 1] }),
      `${weights} (/nodes/4/weights)`,
    ],
  },
  MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY: {
    'a third color without a second': changeAccessors((document, add) => {
      const COLOR_2 = add({ count: vertexCount }, new Float32Array(vertexCount * 3));
      Object.assign(getAttributes(document), { COLOR_2 });
    }),
  },
  MESH_PRIMITIVE_INVALID_ATTRIBUTE: {
    'an attribute with an unknown name': [
      assignAt('/meshes/0/primitives/0/attributes', { SMOOTHNESS: 2 }),
      'Removed an attribute with an unknown name (/meshes/0/primitives/0/attributes/SMOOTHNESS)',
    ],
  },
  MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH: {
    'joints without weights': [
      assignAt('/meshes/0/primitives/0/attributes', { JOINTS_1: 4 }),
      'Removed joints without weights, or weights without joints (/meshes/0/primitives/0/attributes/JOINTS_1)',
    ],
  },
  NODE_SKIN_WITH_NON_SKINNED_MESH: {
    'a skin on a mesh without joints': [
      assignAt('/meshes/0/primitives/0/attributes', { JOINTS_0: undefined, WEIGHTS_0: undefined }),
      `${skinless} (/nodes/4/skin)`,
    ],
  },
  NODE_MATRIX_NON_TRS: {
    'a sheared node': [sheared, 'Removed the shear from the matrix of a node (/nodes/5/matrix)'],
  },
  NODE_MATRIX_TRS: {
    'a matrix beside a position': [
      assignAt('/nodes/3', { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1] }),
      'Removed a transform property of a node that also has a matrix (/nodes/3/translation)',
    ],
  },
  ANIMATION_CHANNEL_TARGET_NODE_MATRIX: {
    'a matrix that is animated': assignAt('/nodes/3', {
      translation: undefined,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1],
    }),
  },
  ROTATION_NON_UNIT: {
    'a long rotation': [
      assignAt('/nodes/0', { rotation: [0, 0, 0, 0.99] }),
      'Normalized the rotation of a node (/nodes/0/rotation)',
    ],
    'a rotation of length 0': [
      assignAt('/nodes/0', { rotation: [0, 0, 0, 0] }),
      'Normalized the rotation of a node (/nodes/0/rotation)',
    ],
  },
  VALUE_NOT_IN_RANGE: {
    'a rotation longer than 1': [
      assignAt('/nodes/0', { rotation: [0, 0, 0, 1.01] }),
      'Normalized the rotation of a node (/nodes/0/rotation)',
    ],
  },
  NON_REQUIRED_EXTENSION: {
    'small integers without a required extension': assignAt('', {
      extensionsUsed: ['KHR_mesh_quantization'],
    }),
  },
  UNUSED_EXTENSION_REQUIRED: {
    'a required extension that is not used': assignAt('', { extensionsRequired: ['KHR_materials_unlit'] }),
  },
  UNDECLARED_EXTENSION: {
    'an undeclared extension': assignAt('/materials/0', { extensions: { KHR_materials_unlit: {} } }),
  },
  UNEXPECTED_EXTENSION_OBJECT: {
    'an extension in the wrong place': changeDocument((document) => {
      Object.assign(document, { extensionsUsed: ['KHR_materials_unlit'] });
      Object.assign(document.nodes[0]!, { extensions: { KHR_materials_unlit: {} } });
    }),
  },
  SKIN_NO_COMMON_ROOT: {
    'joints in two trees': changeDocument(({ scenes, nodes }) => {
      delete nodes[2]!.children;
      scenes[0]!.nodes.push(3);
    }),
  },
  SKIN_SKELETON_INVALID: { 'a skeleton below its joints': assignAt('/skins/0', { skeleton: 3 }) },
  SCENE_NON_ROOT_NODE: {
    'a root node below another node': [
      assignAt('/scenes/0/nodes', { 2: 3 }),
      'Kept a child node in place that the scene also lists as a root (/scenes/0/nodes)',
    ],
  },
  MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR: {
    'a morph target of a missing attribute': [
      withMorphTarget((document, add) => {
        const { targets } = getPrimitive(document) as { targets?: object[] };
        Object.assign(targets![0]!, {
          TANGENT: add({ count: vertexCount }, new Float32Array(vertexCount * 3)),
        });
      }),
      'Removed a morph target attribute that the primitive does not have (/meshes/0/primitives/0/targets/0/TANGENT)',
    ],
  },
  ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS: {
    'an animation of missing morph targets': [
      assignAt('/animations/0/channels', { 3: { sampler: 0, target: { node: 4, path: 'weights' } } }),
      'Removed an animation of morph targets that the node does not have (/animations/0/channels/3)',
    ],
  },
  ANIMATION_DUPLICATE_TARGETS: {
    'two animations of one node': [
      assignAt('/animations/0/channels', { 3: { sampler: 1, target: { node: 1, path: 'rotation' } } }),
      'Removed an animation that a later one overrides (/animations/0)',
    ],
  },
  MESH_PRIMITIVE_TOO_FEW_TEXCOORDS: {
    'a texture without texture coordinates': assignAt('/meshes/0/primitives/0/attributes', {
      TEXCOORD_0: undefined,
    }),
  },
  MESH_PRIMITIVE_NO_TANGENT_SPACE: {
    'an anisotropic surface without tangents': changeDocument((document) => {
      const name = 'KHR_materials_anisotropy';
      Object.assign(document, { extensionsUsed: [name] });
      Object.assign(document.materials[0]!, { extensions: { [name]: { anisotropyTexture: { index: 0 } } } });
    }),
  },
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE: {
    'a channel with both a node and a pointer': withPointerChannel({ node: 1, path: 'pointer' }),
  },
  KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH: {
    'a pointer with another path': withPointerChannel({ path: 'scale' }),
  },
  KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT: {
    'a variant twice': changeDocument((document) => {
      const name = 'KHR_materials_variants';
      const extensions = { [name]: { variants: [{ name: 'a' }] } };
      Object.assign(document, { extensionsUsed: [name], extensions });
      const mappings = [0, 0].map((material) => ({ material, variants: [0] }));
      Object.assign(getPrimitive(document), { extensions: { [name]: { mappings } } });
    }),
  },
};
