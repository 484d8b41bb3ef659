/** The parts of Stryker that are used here. `npm run mutate:install` installs Stryker. */

declare module '@stryker-mutator/instrumenter' {
  interface Position {
    readonly line: number;
    readonly column: number;
  }

  export interface Mutant {
    readonly fileName: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly mutatorName: string;
    readonly replacement: string;
  }

  export class Instrumenter {
    constructor(log: Readonly<Record<string, () => unknown>>);
    instrument(
      files: readonly { readonly name: string; readonly content: string; readonly mutate: boolean }[],
      options: {
        readonly plugins: null;
        readonly excludedMutations: readonly string[];
        readonly ignorers: readonly object[];
      },
    ): Promise<{ readonly mutants: readonly Mutant[] }>;
  }
}

declare module '@stryker-mutator/core' {
  import type { Mutant } from '@stryker-mutator/instrumenter';

  export interface MutantResult extends Mutant {
    readonly status: string;
  }

  export class Stryker {
    constructor(options: Readonly<Record<string, unknown>>);
    runMutationTest(): Promise<readonly MutantResult[]>;
  }
}
