/** Corruptions of model content: numbers, clips and images. */
import { getAccessorOffset } from './testing-glb.ts';
import { changeBinary, changeDocument } from './testing-corruption-operators.ts';
import type { Document } from './testing-glb.ts';
import type { Corruptions } from './testing-corruption-operators.ts';

const getPositionAccessor = ({ meshes }: Document): number => meshes[0]!.primitives[0]!.attributes.POSITION!;

const getImageRange = ({ bufferViews, images }: Document): [number, number] => {
  const { byteOffset = 0, byteLength } = bufferViews[images[0]!.bufferView!]!;
  return [byteOffset, byteOffset + byteLength];
};

const getFirstClip = ({ animations }: Document): Document['animations'][number] => animations[0]!;

export const contentCorruptions: Corruptions = {
  'an accessor with a missing buffer view': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(document.accessors[getPositionAccessor(document)]!, { bufferView: 9999 }),
    ),
  ],
  'a count of four thousand million': [
    'TOO_LARGE',
    changeDocument((document) =>
      Object.assign(document.accessors[getPositionAccessor(document)]!, { count: 4e9 }),
    ),
  ],
  'the same count of zeros without bytes': [
    'TOO_LARGE',
    changeDocument((document) => {
      const accessor = document.accessors[getPositionAccessor(document)]!;
      Reflect.deleteProperty(accessor, 'bufferView');
      accessor.count = 4e9;
    }),
  ],
  'a count past the end of the buffer view': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(document.accessors[getPositionAccessor(document)]!, { count: 10_000 }),
    ),
  ],
  'a negative count': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(document.accessors[getPositionAccessor(document)]!, { count: -5 }),
    ),
  ],
  'an unknown component type': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(document.accessors[getPositionAccessor(document)]!, { componentType: 7 }),
    ),
  ],
  'a buffer view past the end of its buffer': [
    'DAMAGED',
    changeDocument(({ bufferViews }) => Object.assign(bufferViews[0]!, { byteOffset: 1e8 })),
  ],
  'a buffer longer than its bytes': [
    'DAMAGED',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { byteLength: 1e6 })),
  ],
  '20,000 buffer views of everything': [
    'TOO_LARGE',
    changeDocument(({ bufferViews, buffers }) => {
      const all = { buffer: 0, byteOffset: 0, byteLength: buffers[0]!.byteLength };
      for (let i = 0; i < 20_000; i += 1) bufferViews.push(all);
    }),
  ],
  'coordinates for joints, which make the validator fail': [
    'DAMAGED',
    changeDocument(({ meshes }) => {
      const { attributes } = meshes[0]!.primitives[0]!;
      attributes.JOINTS_0 = attributes.TEXCOORD_0!;
    }),
  ],
  'missing keyframes': [
    'DAMAGED',
    changeDocument((document) => Object.assign(getFirstClip(document).samplers[0]!, { input: 9999 })),
  ],
  'a missing sampler': [
    'DAMAGED',
    changeDocument((document) => Object.assign(getFirstClip(document).channels[0]!, { sampler: 9999 })),
  ],
  'a missing animated node': [
    'DAMAGED',
    changeDocument((document) => Object.assign(getFirstClip(document).channels[0]!.target, { node: 9999 })),
  ],
  'an unknown animated property': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(getFirstClip(document).channels[0]!.target, { path: 'bogus' }),
    ),
  ],
  'an unknown interpolation': [
    'DAMAGED',
    changeDocument((document) =>
      Object.assign(getFirstClip(document).samplers[0]!, { interpolation: 'BOGUS' }),
    ),
  ],
  'decreasing times': [
    'DAMAGED',
    changeBinary((binary, document) => {
      const at = getAccessorOffset(document, getFirstClip(document).samplers[0]!.input);
      const first = binary.readFloatLE(at);
      binary.writeFloatLE(binary.readFloatLE(at + 8), at);
      binary.writeFloatLE(first, at + 8);
    }),
  ],
  'a time that is not a number': [
    'DAMAGED',
    changeBinary((binary, document) =>
      binary.writeFloatLE(
        Number.NaN,
        getAccessorOffset(document, getFirstClip(document).samplers[0]!.input) + 4,
      ),
    ),
  ],
  'a position that is not a number': [
    'DAMAGED',
    changeBinary((binary, document) =>
      binary.writeFloatLE(Number.NaN, getAccessorOffset(document, getPositionAccessor(document))),
    ),
  ],
  'an infinite position': [
    'DAMAGED',
    changeBinary((binary, document) =>
      binary.writeFloatLE(
        Number.POSITIVE_INFINITY,
        getAccessorOffset(document, getPositionAccessor(document)) + 4,
      ),
    ),
  ],
  'indices past the last vertex': [
    'DAMAGED',
    changeBinary((binary, document) =>
      binary.writeUInt16LE(60_000, getAccessorOffset(document, document.meshes[0]!.primitives[0]!.indices)),
    ),
  ],
  'fewer values than keyframes': [
    'DAMAGED',
    changeDocument((document) => {
      document.accessors[getFirstClip(document).samplers[0]!.output]!.count = 2;
    }),
  ],
  'a missing joint': ['DAMAGED', changeDocument(({ skins }) => Object.assign(skins[0]!.joints, { 3: 9999 }))],
  'vertices that follow no joint': [
    'DAMAGED',
    changeBinary((binary, document) =>
      binary.writeUInt8(
        200,
        getAccessorOffset(document, document.meshes[0]!.primitives[0]!.attributes.JOINTS_0!),
      ),
    ),
  ],
  'fewer matrices than joints': [
    'DAMAGED',
    changeDocument((document) => {
      document.accessors[document.skins[0]!.inverseBindMatrices]!.count = 1;
    }),
  ],
  'a missing material': [
    'DAMAGED',
    changeDocument(({ meshes }) => Object.assign(meshes[0]!.primitives[0]!, { material: 5 })),
  ],
  'garbage as an image': [
    'NOT_THIS_KIND',
    changeBinary((binary, document) => binary.fill(7, ...getImageRange(document))),
  ],
  'half an image': [
    'DAMAGED',
    changeDocument(({ bufferViews, images }) => {
      bufferViews[images[0]!.bufferView!]!.byteLength >>= 1;
    }),
  ],
  'an image of 30,000 by 30,000': [
    'TOO_LARGE',
    changeBinary((binary, document) => {
      const [at] = getImageRange(document);
      binary.writeUInt32BE(30_000, at + 16);
      binary.writeUInt32BE(30_000, at + 20);
    }),
  ],
  'a missing image': [
    'DAMAGED',
    changeDocument(({ textures }) => Object.assign(textures[0]!, { source: 77 })),
  ],
};
