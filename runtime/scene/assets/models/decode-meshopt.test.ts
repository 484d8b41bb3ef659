import { type Document as GltfDocument, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { SkinnedMesh } from 'three';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { createGlb, type Document, parseGlb, readSunflower } from './testing-glb.ts';

const name = 'EXT_meshopt_compression';
let compressed: Uint8Array;

beforeAll(async () => {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
  const document: GltfDocument = await io.readBinary(readSunflower());
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  compressed = await io.writeBinary(document);
});

interface Compression {
  byteOffset: number;
  byteLength: number;
  count: number;
}

/** Returns the meshopt-compressed flower after applying a change to the compression of its first buffer view. */
const corruptCompression = (change: (compression: Compression, binary: Buffer) => unknown): Uint8Array => {
  const { document, binary } = parseGlb(compressed);
  const views = document.bufferViews as (Document['bufferViews'][number] & {
    extensions?: Record<string, Compression>;
  })[];
  change(views.find(({ extensions }) => extensions)!.extensions![name]!, binary);
  return createGlb(document, binary);
};

const readPositions = async (file: Uint8Array): Promise<number[]> => {
  const model = await loadModel('sunflower.glb', file);
  const positions: number[] = [];
  model.scene.traverse((node) => {
    if (!(node instanceof SkinnedMesh)) return;
    const attribute = node.geometry.getAttribute('position');
    for (let i = 0; i < attribute.count; i += 1) {
      positions.push(attribute.getX(i), attribute.getY(i), attribute.getZ(i));
    }
  });
  model.release();
  return positions;
};

describe('a meshopt-compressed model', () => {
  it('is the same after decompression', async () => {
    expect(parseGlb(compressed).document.extensionsRequired).toContain(name);
    const uncompressed = await readPositions(readSunflower());
    expect(uncompressed.length).toBeGreaterThan(300);
    expect(await readPositions(compressed)).toEqual(uncompressed);
  });

  it.each([
    ['bytes that meshopt did not write', (_: Compression, binary: Buffer) => binary.fill(0xee), 'DAMAGED'],
    [
      'bytes past its buffer',
      (compression: Compression) => Object.assign(compression, { byteOffset: 1e7 }),
      'DAMAGED',
    ],
    [
      'another length than its buffer view',
      (compression: Compression) => Object.assign(compression, { count: compression.count - 1 }),
      'DAMAGED',
    ],
    [
      'a count of four thousand million',
      (compression: Compression) => Object.assign(compression, { count: 4e9 }),
      'TOO_LARGE',
    ],
    [
      'an unknown mode',
      (compression: Compression) => Object.assign(compression, { mode: 'CUBES' }),
      'DAMAGED',
    ],
  ])('is rejected for %s', async (_, change, problem) => {
    await expect(loadModel('sunflower.glb', corruptCompression(change))).rejects.toMatchObject({
      reason: expect.stringMatching(/buffer/),
      details: { problem },
    });
  });
});
