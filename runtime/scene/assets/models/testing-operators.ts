/** Ways to damage the file of a model, each for one part of it. */
import { close, open } from './testing-glb.ts';
import type { Document } from './testing-glb.ts';

export type Damage = (file: Buffer) => Uint8Array;

export const toBytes =
  (change: (file: Buffer) => unknown): Damage =>
  (file) => {
    change(file);
    return file;
  };

export const toDocument =
  (change: (document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(document);
    return close(document, binary);
  };

export const toBinary =
  (change: (binary: Buffer, document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(binary, document);
    return close(document, binary);
  };

export const toText =
  (change: (json: string) => string): Damage =>
  (file) => {
    const { document, binary } = open(file);
    return close(change(JSON.stringify(document)), binary);
  };

/** Damages with the problem that each is refused for, by what they do. */
export type Damages = Readonly<Record<string, readonly [problem: string, damage: Damage]>>;

interface Added {
  readonly type?: string;
  readonly componentType?: number;
  readonly count: number;
  readonly byteOffset?: number;
  readonly normalized?: boolean;
  readonly min?: number[];
  readonly max?: number[];
}

/** Adds an accessor of floats, where nothing else is said, with values of its own. @returns its index */
export type Add = (accessor: Added, values: ArrayBufferView, view?: object) => number;

/** Changes a document, to which accessors can be added. */
export const toAccessors =
  (change: (document: Document, add: Add) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    const parts: Uint8Array[] = [binary];
    let length = binary.length;
    change(document, (accessor, { buffer, byteOffset, byteLength }, view = {}) => {
      const bufferView =
        document.bufferViews.push({ buffer: 0, byteOffset: length, byteLength, ...view }) - 1;
      parts.push(new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array((8 - (byteLength % 8)) % 8));
      length += Math.ceil(byteLength / 8) * 8;
      return document.accessors.push({ bufferView, type: 'VEC3', componentType: 5126, ...accessor }) - 1;
    });
    document.buffers[0]!.byteLength = length;
    return close(document, Buffer.concat(parts));
  };
