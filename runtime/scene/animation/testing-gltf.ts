/** A small generated model that consists of a leg below a hip, and a face with two morph targets. */
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createGlb } from '../assets/models/testing-glb.ts';
import type { Interpolation } from '../../kernels/animation/sample-curve.ts';

type Path = 'translation' | 'rotation' | 'scale' | 'weights';

/** The names of the model's nodes, in order. */
export const gltfNodes = ['hip', 'leg', 'face'] as const;

export interface Channel {
  readonly node: (typeof gltfNodes)[number];
  readonly path: Path;
  readonly interpolation: Interpolation;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
const sizes = { VEC3: 3, VEC4: 4, SCALAR: 1 } as const;

/** Loads the model without validating it. */
export const createGltf = async (channels: readonly Channel[]): Promise<GLTF> => {
  const parts: Buffer[] = [];
  const accessors: object[] = [];
  const bufferViews: object[] = [];
  const store = (numbers: readonly number[], type: keyof typeof sizes): number => {
    const bytes = Buffer.from(Float32Array.from(numbers).buffer);
    const byteOffset = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(bytes);
    bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length });
    const bufferView = bufferViews.length - 1;
    accessors.push({ bufferView, componentType: 5126, count: numbers.length / sizes[type], type });
    return accessors.length - 1;
  };
  /** Stores the vertices of a surface, together with the bounds that the loader needs. */
  const storeCorners = (numbers: readonly number[]): number => {
    const index = store(numbers, 'VEC3');
    Object.assign(accessors[index] ?? {}, { min: [0, 0, 0], max: [1, 1, 1] });
    return index;
  };
  const corners = storeCorners([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const targets = [
    [0, 0, 1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 1, 0, 0, 0],
  ].map((offsets) => ({ POSITION: storeCorners(offsets) }));
  const samplers = channels.map(({ path, interpolation, times, values }) => ({
    ...{ input: store(times, 'SCALAR'), interpolation, output: store(values, types[path]) },
  }));
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 2] }],
    nodes: [{ name: 'hip', children: [1] }, { name: 'leg' }, { name: 'face', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: corners }, targets }] }],
    animations: [
      {
        name: 'move',
        samplers,
        channels: channels.map(({ node, path }, sampler) => ({
          ...{ sampler, target: { node: gltfNodes.indexOf(node), path } },
        })),
      },
    ],
    ...{ accessors, bufferViews },
    buffers: [{ byteLength: parts.reduce((sum, { length }) => sum + length, 0) }],
  };
  const file = createGlb(document, Buffer.concat(parts));
  return new GLTFLoader().parseAsync(new Uint8Array(file).buffer, '');
};
