/** The parts of Google's Draco decoder that this project uses. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  interface Status {
    ok(): boolean;
    error_msg(): string;
  }
  interface Mesh {
    num_faces(): number;
    num_points(): number;
  }
  interface Attribute {
    num_components(): number;
  }
  interface Decoder {
    DecodeArrayToMesh(bytes: Uint8Array, length: number, mesh: Mesh): Status;
    GetAttributeByUniqueId(mesh: Mesh, id: number): Attribute;
    GetTrianglesUInt32Array(mesh: Mesh, bytes: number, to: number): boolean;
    GetAttributeDataArrayForAllPoints(
      mesh: Mesh,
      attribute: Attribute,
      type: number,
      bytes: number,
      to: number,
    ): boolean;
  }
  type Type = 'DT_INT8' | 'DT_UINT8' | 'DT_INT16' | 'DT_UINT16' | 'DT_UINT32' | 'DT_FLOAT32';
  export type DecoderModule = Readonly<Record<Type, number>> & {
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    readonly Decoder: new () => Decoder;
    readonly Mesh: new () => Mesh;
    _malloc(bytes: number): number;
    _free(at: number): void;
    destroy(instance: object): void;
  };
  interface Options {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
    print(line: string): void;
    printErr(line: string): void;
  }
  export type CreateDecoder = (options: Options) => Promise<DecoderModule>;
  const createDecoderModule: CreateDecoder;
  export default createDecoderModule;
}

/** The decoder's WebAssembly file, as a bundler imports it. */
declare module 'draco3dgltf/draco_decoder_gltf.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** The package with the encoder, which only tests use. */
declare module 'draco3dgltf' {
  const modules: { createEncoderModule(): Promise<object> };
  export default modules;
}

/** The part of the Khronos glTF validator that this project uses. */
declare module 'gltf-validator' {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** A JSON Pointer into the document. */
    readonly pointer?: string;
  }
  interface Options {
    readonly format?: 'glb' | 'gltf';
    readonly maxIssues?: number;
    /** The only codes to report. All codes are reported when absent. */
    readonly onlyIssues?: readonly string[];
    readonly writeTimestamp?: boolean;
  }
  interface Report {
    readonly issues: {
      readonly numErrors: number;
      readonly messages: readonly Message[];
    };
  }
  export const validateBytes: (bytes: Uint8Array, options?: Options) => Promise<Report>;
}
