/** Harmless defects in documents. Models with these defects still load. */
import { assignAt, changeAccessors, changeDocument } from './testing-corruption-operators.ts';
import type { Document } from './testing-glb.ts';
import type { Corruption } from './testing-corruption-operators.ts';

/** The changes that cause each defect, keyed by the validator's code and a name, with the expected repair, if any. */
export type GltfDefects = Readonly<
  Record<string, Readonly<Record<string, Corruption | readonly [damage: Corruption, repair: string]>>>
>;

export const vertexCount = 255;

export const getPrimitive = ({ meshes }: Document) => meshes[0]!.primitives[0]!;
export const getAttributes = (document: Document) => getPrimitive(document).attributes;

const withCamera = (camera: object): Corruption =>
  changeDocument((document) => {
    Object.assign(document, { cameras: [camera] });
    Object.assign(document.nodes[0]!, { camera: 0 });
  });

const withUvs = (accessor: object, values: ArrayBufferView, view: object): Corruption =>
  changeAccessors((document, add) => {
    getAttributes(document).TEXCOORD_0 = add({ count: vertexCount, type: 'VEC2', ...accessor }, values, view);
  });

const listedTwice = 'Removed a node that is listed twice';
const empty = 'Removed an empty list';
export const skinless = 'Removed a skin without effect';
const version = "Read the version as '2.0' (/asset/version)";

export const schemaDefects: GltfDefects = {
  DUPLICATE_ELEMENTS: {
    'a child twice': [assignAt('/nodes/0', { children: [1, 1] }), `${listedTwice} (/nodes/0/children)`],
    'a root twice': [assignAt('/scenes/0/nodes', { 2: 0 }), `${listedTwice} (/scenes/0/nodes)`],
    'a joint twice': assignAt('/skins/0/joints', { 3: 2 }),
  },
  EMPTY_ENTITY: {
    'empty lists': [
      changeDocument((document) => {
        Object.assign(document.nodes[3]!, { children: [] });
        Object.assign(document, { extensionsUsed: [] });
        Object.assign(getPrimitive(document), { targets: [] });
      }),
      `${empty} (/meshes/0/primitives/0/targets and 2 more)`,
    ],
    'an empty clip': [
      assignAt('/animations', { 3: { samplers: [], channels: [] } }),
      `${empty} (/animations/3/samplers and 1 more)`,
    ],
    'an empty mesh': [
      changeDocument(({ meshes, nodes }) => {
        meshes.unshift({ primitives: [] });
        Object.assign(nodes[0]!, { mesh: 0 });
        nodes[4]!.mesh = 1;
      }),
      'Removed a mesh without primitives (/nodes/0/mesh)',
    ],
    'an empty skin': [
      changeDocument(({ skins }) => skins.unshift({ ...skins[0]!, joints: [] })),
      `${skinless} (/nodes/4/skin)`,
    ],
    'a primitive without attributes': [
      changeDocument(({ meshes }) =>
        meshes[0]!.primitives.push({ ...meshes[0]!.primitives[0]!, attributes: {} }),
      ),
      `${empty} (/meshes/0/primitives/1/attributes)`,
    ],
  },
  PATTERN_MISMATCH: { "the version '2'": [assignAt('/asset', { version: '2' }), version] },
  TYPE_MISMATCH: {
    'the version 2': [assignAt('/asset', { version: 2 }), version],
    'a number as a name': [
      assignAt('/nodes/4', { name: 4 }),
      'Removed a name that is not a string (/nodes/4/name)',
    ],
  },
  UNSATISFIED_DEPENDENCY: {
    'a skin without a mesh': [assignAt('/nodes/0', { skin: 0 }), `${skinless} (/nodes/0/skin)`],
    'weights without a mesh': [
      assignAt('/nodes/0', { weights: [1] }),
      'Removed the weights of a node without a mesh (/nodes/0/weights)',
    ],
    'an offset without a buffer view': changeDocument((document) => {
      const zeros = { type: 'VEC2', componentType: 5126, count: vertexCount, byteOffset: 4 };
      getAttributes(document).TEXCOORD_1 = document.accessors.push(zeros) - 1;
    }),
  },
  VALUE_MULTIPLE_OF: {
    'a stride of 6': withUvs({ componentType: 5123, normalized: true }, new Uint16Array(vertexCount * 3), {
      byteStride: 6,
    }),
  },
  VALUE_NOT_IN_RANGE: {
    'a stride of 0': withUvs({}, new Float32Array(vertexCount * 2), { byteStride: 0 }),
    'a material property out of range': [
      assignAt('/materials/0', {
        pbrMetallicRoughness: { metallicFactor: 1.5 },
        emissiveFactor: [0, -1, 0],
      }),
      'Clamped a material property (/materials/0/pbrMetallicRoughness/metallicFactor and 1 more)',
    ],
    'a primitive without vertices': [
      changeDocument(({ accessors, meshes }) => {
        const { primitives } = meshes[0]!;
        const POSITION = accessors.push({ type: 'VEC3', componentType: 5126, count: 0 }) - 1;
        primitives.push({ ...primitives[0]!, attributes: { POSITION } });
      }),
      'Removed a primitive without vertices (/meshes/0/primitives/1)',
    ],
  },
  ONE_OF_MISMATCH: {
    'a camera of two kinds': withCamera({
      type: 'perspective',
      perspective: { yfov: 1, znear: 1 },
      orthographic: {},
    }),
  },
  CAMERA_XMAG_YMAG_ZERO: {
    'a flat camera': withCamera({
      type: 'orthographic',
      orthographic: { xmag: 0, ymag: 0, zfar: 2, znear: 1 },
    }),
  },
  CAMERA_ZFAR_LEQUAL_ZNEAR: {
    'a camera without depth': withCamera({
      type: 'orthographic',
      orthographic: { xmag: 1, ymag: 1, zfar: 1, znear: 1 },
    }),
  },
};
