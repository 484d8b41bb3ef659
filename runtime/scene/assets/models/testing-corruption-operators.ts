/** Helpers that corrupt one part of a model file. */
import { createGlb, type Document, getAccessorOffset, parseGlb } from './testing-glb.ts';

export type Corruption = (file: Buffer) => Uint8Array;

export const changeBytes =
  (change: (file: Buffer) => unknown): Corruption =>
  (file) => {
    change(file);
    return file;
  };

export const changeDocument =
  (change: (document: Document) => unknown): Corruption =>
  (file) => {
    const { document, binary } = parseGlb(file);
    change(document);
    return createGlb(document, binary);
  };

export const changeBinary =
  (change: (binary: Buffer, document: Document) => unknown): Corruption =>
  (file) => {
    const { document, binary } = parseGlb(file);
    change(binary, document);
    return createGlb(document, binary);
  };

/** Assigns properties to the object at a JSON pointer. Properties that are `undefined` are deleted. */
export const assignAt = (pointer: string, properties: object): Corruption =>
  changeDocument((document) => {
    const [, ...keys] = pointer.split('/');
    Object.assign(
      keys.reduce((owner: object, key) => Reflect.get(owner, key), document),
      properties,
    );
  });

/** Writes a 32-bit float to an accessor, `offset` bytes after its first value. */
export const writeFloat = (accessor: number, value: number, offset = 0): Corruption =>
  changeBinary((binary, document) =>
    binary.writeFloatLE(value, getAccessorOffset(document, accessor) + offset),
  );

export const changeText =
  (change: (json: string) => string): Corruption =>
  (file) => {
    const { document, binary } = parseGlb(file);
    return createGlb(change(JSON.stringify(document)), binary);
  };

/** Corruptions keyed by name, each with the problem reported when the file is rejected. */
export type Corruptions = Readonly<Record<string, readonly [problem: string, damage: Corruption]>>;

interface AddedAccessor {
  readonly type?: string;
  readonly componentType?: number;
  readonly count: number;
  readonly byteOffset?: number;
  readonly normalized?: boolean;
  readonly min?: number[];
  readonly max?: number[];
}

/**
 * Adds an accessor with its own values, which are 32-bit float vectors by default.
 * @returns the index of the accessor
 */
export type AddAccessor = (accessor: AddedAccessor, values: ArrayBufferView, view?: object) => number;

/** Creates a corruption that changes a document and may add accessors. */
export const changeAccessors =
  (change: (document: Document, add: AddAccessor) => unknown): Corruption =>
  (file) => {
    const { document, binary } = parseGlb(file);
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
    return createGlb(document, Buffer.concat(parts));
  };
