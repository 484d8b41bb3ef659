/** The validator of the Khronos Group, of which we use one function. */
declare module 'gltf-validator' {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** 0 errors, 1 warnings, 2 information, 3 hints. */
    readonly severity: 0 | 1 | 2 | 3;
    /** A JSON pointer into the document. */
    readonly pointer?: string;
  }
  interface Options {
    readonly format?: 'glb' | 'gltf';
    readonly maxIssues?: number;
    readonly ignoredIssues?: readonly string[];
    readonly writeTimestamp?: boolean;
  }
  interface Report {
    readonly issues: {
      readonly numErrors: number;
      readonly truncated: boolean;
      readonly messages: readonly Message[];
    };
  }
  export const validateBytes: (bytes: Uint8Array, options?: Options) => Promise<Report>;
}
