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
