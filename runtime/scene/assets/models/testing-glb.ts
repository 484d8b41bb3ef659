/** Splits the intact model file into its parts, and builds changed files from them. */
import { readFileSync } from 'node:fs';

const assets = new URL('../../../../fixtures/projects/', import.meta.url);

export const readFixture = (path: string): Uint8Array => readFileSync(new URL(path, assets));

/**
 * Reads the intact model. Its accessors: 0 has the indices, 1 to 5 POSITION, NORMAL, TEXCOORD_0, JOINTS_0 and WEIGHTS_0,
 * 6 the inverse bind matrices, 7 and 8 the times and rotations of the first clip's first sampler.
 */
export const readSunflower = (): Uint8Array => readFixture('demo/assets/sunflower.glb');

interface View {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
}

interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  count: number;
  type: string;
  componentType: number;
}

/** The parts of a glTF document that the intact model file uses. */
export interface Document {
  asset: { version: string; minVersion?: string };
  extensionsUsed?: string[];
  extensionsRequired?: string[];
  scene: number;
  scenes: { nodes: number[] }[];
  nodes: {
    name: string;
    children?: number[];
    mesh?: number;
    skin?: number;
    scale?: number[];
    extras?: unknown;
  }[];
  meshes: { primitives: { attributes: Record<string, number>; indices: number; material: number }[] }[];
  materials: object[];
  skins: { joints: number[]; inverseBindMatrices: number }[];
  accessors: Accessor[];
  bufferViews: View[];
  buffers: { uri?: string; byteLength: number }[];
  textures: { source?: number; extensions?: object }[];
  images: { bufferView?: number; mimeType?: string; uri?: string }[];
  animations: {
    channels: { sampler: number; target: { node: number; path: string } }[];
    samplers: { input: number; output: number; interpolation?: string }[];
  }[];
}

interface Parts {
  readonly document: Document;
  readonly binary: Buffer;
}

export const parseGlb = (file: Uint8Array): Parts => {
  const bytes = Buffer.from(file);
  const length = bytes.readUInt32LE(12);
  return {
    document: JSON.parse(bytes.toString('utf8', 20, 20 + length)) as Document,
    binary: bytes.subarray(28 + length),
  };
};

/** Builds a GLB file. The JSON may be any value. */
export const createGlb = (json: unknown, binary: Uint8Array): Buffer => {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const padded = text.padEnd(
    Math.ceil(Buffer.byteLength(text) / 4) * 4 - Buffer.byteLength(text) + text.length,
  );
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data]);
  };
  const chunks = Buffer.concat([chunk('JSON', Buffer.from(padded)), chunk('BIN\0', binary)]);
  const head = Buffer.alloc(12);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
};

/** Returns the byte offset of an accessor's values. */
export const getAccessorOffset = ({ accessors, bufferViews }: Document, index: number): number => {
  const accessor = accessors[index]!;
  return (bufferViews[accessor.bufferView!]!.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
};

/** The header of a lossless WebP image with 800 × 600 pixels. */
export const webp: Uint8Array = Buffer.from(
  'RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0\x2f\x1f\xc3\x95\0\0\0\0\0\0',
  'latin1',
);
