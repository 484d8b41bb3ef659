/** The validator of the Khronos Group, of which we use one function. */
declare module 'gltf-validator' {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** A JSON pointer into the document. */
    readonly pointer?: string;
  }
  interface Options {
    readonly format?: 'glb' | 'gltf';
    readonly maxIssues?: number;
    /** The codes that count; without it all of them. */
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
