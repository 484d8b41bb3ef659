import { beforeAll, describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { createCompressedFlower, dracoExtension as name } from './testing-draco.ts';
import { createGlb, type Document, parseGlb, readSunflower } from './testing-glb.ts';

let compressed: Uint8Array;

beforeAll(async () => {
  compressed = await createCompressedFlower();
});

interface Compression {
  bufferView: number;
  attributes: Record<string, number>;
}

/** Returns the Draco-compressed flower after changing its document. */
const corruptDocument = (
  change: (document: Document, compression: Compression, mesh: Buffer) => unknown,
): Uint8Array => {
  const { document, binary } = parseGlb(compressed);
  const { extensions } = document.meshes[0]!.primitives[0] as { extensions?: Record<string, Compression> };
  const compression = extensions![name]!;
  const { byteOffset = 0, byteLength } = document.bufferViews[compression.bufferView]!;
  change(document, compression, binary.subarray(byteOffset, byteOffset + byteLength));
  return createGlb(document, binary);
};

const corruptMeshBytes =
  (change: (mesh: Buffer) => unknown) =>
  (_: Document, __: Compression, mesh: Buffer): unknown =>
    change(mesh);

const readPositions = ({ accessors, meshes }: Document) =>
  accessors[meshes[0]!.primitives[0]!.attributes.POSITION!]!;

describe('a Draco-compressed model', () => {
  it.each(['EDGEBREAKER', 'SEQUENTIAL'] as const)(
    'looks like the original, with the method %s',
    async (method) => {
      const file = await createCompressedFlower(method);
      expect(parseGlb(file).document.extensionsRequired).toContain(name);
      const [uncompressed, model] = [
        await loadModel('a.glb', readSunflower()),
        await loadModel('b.glb', file),
      ];
      expect([model.triangles, model.repairs]).toEqual([uncompressed.triangles, []]);
      for (const end of ['min', 'max'] as const) {
        for (const axis of ['x', 'y', 'z'] as const) {
          expect(model.bounds![end][axis]).toBeCloseTo(uncompressed.bounds![end][axis], 3);
        }
      }
      expect(model.clips.map(({ name: clip }) => clip)).toEqual(['Sway', 'Bow', 'Spin']);
    },
  );

  it('is decoded when the extension is optional but has the only geometry', async () => {
    const model = await loadModel(
      'b.glb',
      corruptDocument((document) => delete document.extensionsRequired),
    );
    expect([model.triangles, model.bounds!.max.y]).toEqual([248, expect.closeTo(1.935, 2)]);
  });

  it('is decoded once when primitives share a mesh, and rejected when they share only a part', async () => {
    const duplicated = corruptDocument(({ meshes }) => meshes[0]!.primitives.push(meshes[0]!.primitives[0]!));
    expect((await loadModel('b.glb', duplicated)).triangles).toBe(2 * 248);
    const partly = corruptDocument(({ accessors, meshes }) => {
      const { primitives } = meshes[0]!;
      const POSITION = accessors.push({ ...accessors[primitives[0]!.attributes.POSITION!]! }) - 1;
      primitives.push({ ...primitives[0]!, attributes: { ...primitives[0]!.attributes, POSITION } });
    });
    await expect(loadModel('b.glb', partly)).rejects.toMatchObject({
      reason: expect.stringContaining('primitive 1 of mesh 0 shares accessors with another Draco mesh'),
    });
  });

  it('uses uncompressed geometry when it is there too', async () => {
    const { document, binary } = parseGlb(readSunflower());
    Object.assign(document, { extensionsUsed: [name] });
    const extensions = { [name]: { bufferView: 0, attributes: { POSITION: 0 } } };
    Object.assign(document.meshes[0]!.primitives[0]!, { extensions });
    expect((await loadModel('b.glb', createGlb(document, binary))).triangles).toBe(248);
  });

  it.each([
    [
      'bytes that are not a Draco mesh',
      corruptMeshBytes((mesh) => mesh.fill(0xee)),
      'DAMAGED',
      /does not contain a Draco mesh/,
    ],
    ['bytes that end early', corruptMeshBytes((mesh) => mesh.fill(0, 60)), 'DAMAGED', /Draco mesh/],
    ['only a header', corruptMeshBytes((mesh) => mesh.fill(0xff, 11)), 'DAMAGED', /Draco mesh/],
    ['a point cloud', corruptMeshBytes((mesh) => mesh.writeUInt8(0, 7)), 'UNSUPPORTED', /point cloud/],
    [
      'an accessor with four thousand million points',
      (document: Document) => Object.assign(readPositions(document), { count: 4e9 }),
      'TOO_LARGE',
      /bytes in its buffers/,
    ],
    [
      'a mesh with four thousand million faces',
      // These bytes contain the counts of points and faces as 32-bit varints.
      corruptMeshBytes((mesh) => mesh.fill(Buffer.from('ffffffff0fffffffff0f', 'hex'), 12, 22)),
      'DAMAGED',
      /4294967295 points; expected \d+/,
    ],
    [
      'fewer points than its accessor',
      (document: Document) => Object.assign(readPositions(document), { count: 9_999 }),
      'DAMAGED',
      /\d+ points; expected 9999/,
    ],
    [
      'an attribute that it does not have',
      (_: Document, { attributes }: Compression) => Object.assign(attributes, { NORMAL: 77 }),
      'DAMAGED',
      /Draco mesh/,
    ],
    [
      'an attribute of another type',
      (_: Document, { attributes }: Compression) =>
        Object.assign(attributes, { TEXCOORD_0: attributes.NORMAL }),
      'DAMAGED',
      /another type/,
    ],
    [
      'a buffer view that is missing',
      (_: Document, compression: Compression) => Object.assign(compression, { bufferView: 99 }),
      'DAMAGED',
      /missing/,
    ],
  ])('is rejected for %s', async (_, change, problem, reason) => {
    await expect(loadModel('b.glb', corruptDocument(change))).rejects.toMatchObject({
      reason: expect.stringMatching(reason),
      details: { problem },
    });
  });
});
