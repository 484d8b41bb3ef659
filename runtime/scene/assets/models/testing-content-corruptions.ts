/** Corruptions of model content: numbers, clips and images. */
import { getAccessorOffset } from './testing-glb.ts';
import { assignAt, changeBinary, changeDocument, writeFloat } from './testing-corruption-operators.ts';
import type { Corruptions } from './testing-corruption-operators.ts';

/** The start and the end of the image. */
const imageRange = [16_004, 16_445] as const;

export const contentCorruptions: Corruptions = {
  'an accessor with a missing buffer view': ['DAMAGED', assignAt('/accessors/1', { bufferView: 9999 })],
  'a count of four thousand million': ['TOO_LARGE', assignAt('/accessors/1', { count: 4e9 })],
  'the same count of zeros without bytes': [
    'TOO_LARGE',
    assignAt('/accessors/1', { bufferView: undefined, count: 4e9 }),
  ],
  'a count past the end of the buffer view': ['DAMAGED', assignAt('/accessors/1', { count: 10_000 })],
  'a negative count': ['DAMAGED', assignAt('/accessors/1', { count: -5 })],
  'an unknown component type': ['DAMAGED', assignAt('/accessors/1', { componentType: 7 })],
  'a buffer view past the end of its buffer': ['DAMAGED', assignAt('/bufferViews/0', { byteOffset: 1e8 })],
  'a buffer longer than its bytes': ['DAMAGED', assignAt('/buffers/0', { byteLength: 1e6 })],
  '20,000 buffer views of everything': [
    'TOO_LARGE',
    changeDocument(({ bufferViews }) => {
      const all = { buffer: 0, byteOffset: 0, byteLength: 16_448 };
      for (let i = 0; i < 20_000; i += 1) bufferViews.push(all);
    }),
  ],
  'coordinates for joints, which make the validator fail': [
    'DAMAGED',
    assignAt('/meshes/0/primitives/0/attributes', { JOINTS_0: 3 }),
  ],
  'missing keyframes': ['DAMAGED', assignAt('/animations/0/samplers/0', { input: 9999 })],
  'a missing sampler': ['DAMAGED', assignAt('/animations/0/channels/0', { sampler: 9999 })],
  'a missing animated node': ['DAMAGED', assignAt('/animations/0/channels/0/target', { node: 9999 })],
  'an unknown animated property': ['DAMAGED', assignAt('/animations/0/channels/0/target', { path: 'bogus' })],
  'an unknown interpolation': ['DAMAGED', assignAt('/animations/0/samplers/0', { interpolation: 'BOGUS' })],
  'decreasing times': [
    'DAMAGED',
    changeBinary((binary, document) => {
      const at = getAccessorOffset(document, 7);
      const first = binary.readFloatLE(at);
      binary.writeFloatLE(binary.readFloatLE(at + 8), at);
      binary.writeFloatLE(first, at + 8);
    }),
  ],
  'a time that is not a number': ['DAMAGED', writeFloat(7, Number.NaN, 4)],
  'a position that is not a number': ['DAMAGED', writeFloat(1, Number.NaN)],
  'an infinite position': ['DAMAGED', writeFloat(1, Number.POSITIVE_INFINITY, 4)],
  'indices past the last vertex': [
    'DAMAGED',
    changeBinary((binary, document) => binary.writeUInt16LE(60_000, getAccessorOffset(document, 0))),
  ],
  'fewer values than keyframes': ['DAMAGED', assignAt('/accessors/8', { count: 2 })],
  'a missing joint': ['DAMAGED', assignAt('/skins/0/joints', { 3: 9999 })],
  'vertices that follow no joint': [
    'DAMAGED',
    changeBinary((binary, document) => binary.writeUInt8(200, getAccessorOffset(document, 4))),
  ],
  'fewer matrices than joints': ['DAMAGED', assignAt('/accessors/6', { count: 1 })],
  'a missing material': ['DAMAGED', assignAt('/meshes/0/primitives/0', { material: 5 })],
  'garbage as an image': ['NOT_THIS_KIND', changeBinary((binary) => binary.fill(7, ...imageRange))],
  'half an image': ['DAMAGED', assignAt('/bufferViews/0', { byteLength: 220 })],
  'an image of 30,000 by 30,000': [
    'TOO_LARGE',
    changeBinary((binary) => {
      const [at] = imageRange;
      binary.writeUInt32BE(30_000, at + 16);
      binary.writeUInt32BE(30_000, at + 20);
    }),
  ],
  'a missing image': ['DAMAGED', assignAt('/textures/0', { source: 77 })],
};
