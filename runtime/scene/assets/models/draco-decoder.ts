/** Decodes Draco meshes in a decoder with limited memory. */
import { AssetFileError } from '../asset-file-error.ts';
import { loadDracoFiles } from './load-draco-files.ts';
import type { DecoderModule } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';

/** Draco data types keyed by glTF `componentType`. */
const componentDataTypes = new Map<
  number,
  'DT_INT8' | 'DT_UINT8' | 'DT_INT16' | 'DT_UINT16' | 'DT_UINT32' | 'DT_FLOAT32'
>([
  [5120, 'DT_INT8'],
  [5121, 'DT_UINT8'],
  [5122, 'DT_INT16'],
  [5123, 'DT_UINT16'],
  [5125, 'DT_UINT32'],
  [5126, 'DT_FLOAT32'],
]);

interface RequestedAttribute {
  readonly id: number;
  readonly componentType: number;
  readonly components: number;
  /** The size of all values of the attribute, in bytes. */
  readonly bytes: number;
}

interface DecodedMesh {
  readonly faces: number;
  readonly points: number;
  /** Returns three point indices per triangle. */
  triangles(): Uint32Array<ArrayBuffer>;
  /**
   * Returns the tightly packed values of an attribute.
   * @throws AssetFileError when the mesh has no such attribute
   */
  attribute(request: RequestedAttribute): Uint8Array<ArrayBuffer>;
}

interface DracoDecoder {
  /**
   * Decodes a mesh, passes it to the callback, and frees it afterwards.
   * @throws AssetFileError when the mesh is damaged or exceeds the memory limit
   */
  decode<T>(bytes: Uint8Array, callback: (mesh: DecodedMesh) => T): T;
}

const wasmPageBytes = 65_536;

/** Limits how far the decoder's memory can grow. */
const limitMemory = ({ exports }: WebAssembly.Instance, maxBytes: number): void => {
  const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
  if (!memory) throw new Error('The Draco decoder does not export its memory.');
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * wasmPageBytes > maxBytes)
      throw new RangeError('The memory limit is exceeded.');
    return grow(pages);
  };
};

const instantiateDecoder = async (maxBytes: number): Promise<DecoderModule> => {
  try {
    const { create, wasm } = await loadDracoFiles();
    const compiled = await WebAssembly.compile(wasm);
    return await create({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(compiled, imports);
        limitMemory(instance, maxBytes);
        done(instance);
        return instance.exports;
      },
      print: () => {},
      printErr: () => {},
    });
  } catch (failure) {
    throw new AssetFileError(
      'UNSUPPORTED',
      `the Draco decoder does not run on this host (${String(failure)})`,
    );
  }
};

/** Returns a copy of what `write` puts into the decoder's memory; `undefined` when `write` fails. */
const copyFromDecoder = (
  module: DecoderModule,
  bytes: number,
  write: (at: number) => boolean,
): Uint8Array<ArrayBuffer> | undefined => {
  const at = module._malloc(bytes);
  try {
    return at !== 0 && write(at) ? module.HEAPU8.slice(at, at + bytes) : undefined;
  } finally {
    module._free(at);
  }
};

const createCorruptMeshError = (reason: string): AssetFileError =>
  new AssetFileError('DAMAGED', `a Draco mesh cannot be decoded (${reason})`);

/**
 * Starts a decoder for the meshes of one model.
 * @param maxBytes the memory limit in bytes
 * @throws AssetFileError when the host cannot run WebAssembly
 */
export const startDracoDecoder = async (maxBytes: number): Promise<DracoDecoder> => {
  const module = await instantiateDecoder(maxBytes);

  const decode = <T>(bytes: Uint8Array, callback: (mesh: DecodedMesh) => T): T => {
    const decoder = new module.Decoder();
    const mesh = new module.Mesh();
    const status = decoder.DecodeArrayToMesh(bytes, bytes.length, mesh);
    if (!status.ok()) throw createCorruptMeshError(status.error_msg());
    const [faces, points] = [mesh.num_faces(), mesh.num_points()];
    try {
      return callback({
        ...{ faces, points },
        triangles() {
          const size = faces * 12;
          const output = copyFromDecoder(module, size, (at) =>
            decoder.GetTrianglesUInt32Array(mesh, size, at),
          );
          if (!output) throw createCorruptMeshError('its faces are invalid');
          return new Uint32Array(output.buffer);
        },
        attribute({ id, componentType, components, bytes: size }) {
          const attribute = decoder.GetAttributeByUniqueId(mesh, id);
          const type = componentDataTypes.get(componentType);
          const componentCount = attribute.num_components();
          if (type === undefined || componentCount !== components)
            throw createCorruptMeshError(`attribute ${id} is of another type`);
          const output = copyFromDecoder(module, size, (at) =>
            decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, module[type], size, at),
          );
          if (!output) throw createCorruptMeshError(`attribute ${id} is invalid`);
          return output;
        },
      });
    } finally {
      module.destroy(mesh);
      module.destroy(decoder);
    }
  };

  return {
    decode(bytes, callback) {
      try {
        return decode(bytes, callback);
      } catch (failure) {
        if (failure instanceof AssetFileError) throw failure;
        // When the decoder runs out of memory, it aborts and cannot be used again.
        throw createCorruptMeshError(String(failure));
      }
    },
  };
};
