/** Damages of what a model holds: its numbers, its clips, its images. */
import { startOf } from './testing-glb.ts';
import { toBinary, toDocument } from './testing-operators.ts';
import type { Document } from './testing-glb.ts';
import type { Damages } from './testing-operators.ts';

const positionsOf = ({ meshes }: Document): number => meshes[0]!.primitives[0]!.attributes.POSITION!;

const imageRange = ({ bufferViews, images }: Document): [number, number] => {
  const { byteOffset = 0, byteLength } = bufferViews[images[0]!.bufferView!]!;
  return [byteOffset, byteOffset + byteLength];
};

const clipOf = ({ animations }: Document): Document['animations'][number] => animations[0]!;

export const contentDamages: Damages = {
  'an accessor of no view': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { bufferView: 9999 })),
  ],
  'a count of four thousand million': [
    'TOO_LARGE',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: 4e9 })),
  ],
  'such a count of zeros without bytes': [
    'TOO_LARGE',
    toDocument((document) => {
      const accessor = document.accessors[positionsOf(document)]!;
      Reflect.deleteProperty(accessor, 'bufferView');
      accessor.count = 4e9;
    }),
  ],
  'a count past the view': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: 10_000 })),
  ],
  'a negative count': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: -5 })),
  ],
  'an unknown component type': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { componentType: 7 })),
  ],
  'a view past its buffer': [
    'DAMAGED',
    toDocument(({ bufferViews }) => Object.assign(bufferViews[0]!, { byteOffset: 1e8 })),
  ],
  'a buffer longer than its bytes': [
    'DAMAGED',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { byteLength: 1e6 })),
  ],
  '20,000 views of everything': [
    'TOO_LARGE',
    toDocument(({ bufferViews, buffers }) => {
      const all = { buffer: 0, byteOffset: 0, byteLength: buffers[0]!.byteLength };
      for (let i = 0; i < 20_000; i += 1) bufferViews.push(all);
    }),
  ],
  'coordinates for joints, over which the validator stumbles': [
    'DAMAGED',
    toDocument(({ meshes }) => {
      const { attributes } = meshes[0]!.primitives[0]!;
      attributes.JOINTS_0 = attributes.TEXCOORD_0!;
    }),
  ],
  'keyframes that are not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).samplers[0]!, { input: 9999 })),
  ],
  'a sampler that is not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!, { sampler: 9999 })),
  ],
  'an animated node that is not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!.target, { node: 9999 })),
  ],
  'an unknown animated property': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!.target, { path: 'bogus' })),
  ],
  'an unknown interpolation': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).samplers[0]!, { interpolation: 'BOGUS' })),
  ],
  'times that decrease': [
    'DAMAGED',
    toBinary((binary, document) => {
      const at = startOf(document, clipOf(document).samplers[0]!.input);
      const first = binary.readFloatLE(at);
      binary.writeFloatLE(binary.readFloatLE(at + 8), at);
      binary.writeFloatLE(first, at + 8);
    }),
  ],
  'a time that is no number': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeFloatLE(Number.NaN, startOf(document, clipOf(document).samplers[0]!.input) + 4),
    ),
  ],
  'a position that is no number': [
    'DAMAGED',
    toBinary((binary, document) => binary.writeFloatLE(Number.NaN, startOf(document, positionsOf(document)))),
  ],
  'an infinite position': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeFloatLE(Number.POSITIVE_INFINITY, startOf(document, positionsOf(document)) + 4),
    ),
  ],
  'indices past the vertices': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeUInt16LE(60_000, startOf(document, document.meshes[0]!.primitives[0]!.indices)),
    ),
  ],
  'fewer values than keyframes': [
    'DAMAGED',
    toDocument((document) => {
      document.accessors[clipOf(document).samplers[0]!.output]!.count = 2;
    }),
  ],
  'a joint that is not there': [
    'DAMAGED',
    toDocument(({ skins }) => Object.assign(skins[0]!.joints, { 3: 9999 })),
  ],
  'vertices that follow no joint': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeUInt8(200, startOf(document, document.meshes[0]!.primitives[0]!.attributes.JOINTS_0!)),
    ),
  ],
  'fewer matrices than joints': [
    'DAMAGED',
    toDocument((document) => {
      document.accessors[document.skins[0]!.inverseBindMatrices]!.count = 1;
    }),
  ],
  'a material that is not there': [
    'DAMAGED',
    toDocument(({ meshes }) => Object.assign(meshes[0]!.primitives[0]!, { material: 5 })),
  ],
  'garbage for an image': [
    'NOT_THIS_KIND',
    toBinary((binary, document) => binary.fill(7, ...imageRange(document))),
  ],
  'half an image': [
    'DAMAGED',
    toDocument(({ bufferViews, images }) => {
      bufferViews[images[0]!.bufferView!]!.byteLength >>= 1;
    }),
  ],
  'an image of 30,000 by 30,000': [
    'TOO_LARGE',
    toBinary((binary, document) => {
      const [at] = imageRange(document);
      binary.writeUInt32BE(30_000, at + 16);
      binary.writeUInt32BE(30_000, at + 20);
    }),
  ],
  'an image that is not there': [
    'DAMAGED',
    toDocument(({ textures }) => Object.assign(textures[0]!, { source: 77 })),
  ],
};
