/** Which tests are asked whether they notice a mutant. */
export const judges = {
  units: {
    include: [
      '{spec,handlers,runtime,conformance}/**/*.test.ts',
      'fixtures/{exchanges,graphs,engine-model}/**/*.test.ts',
      'scripts/build/render-documents.test.ts',
      'scripts/long-runs/mutate/loading.ts',
    ],
    // Compressed files do not survive in the copy that mutants are made in.
    exclude: ['**/node_modules/**', 'handlers/rest/pages/pages.test.ts'],
  },
  /** The whole kit, as one test. */
  kit: { include: ['scripts/long-runs/mutate/kit.ts'] },
  /** Whom the kit has to find out. */
  faults: { include: ['fixtures/{faults,targets}/**/*.test.ts'] },
};

export type Judge = keyof typeof judges;

/** Whoever may notice a mutant of a file. */
export const judgesOf = (path: string): readonly Judge[] =>
  /^(spec|conformance)\//.test(path) ? ['units', 'faults'] : ['units', 'kit'];
