/** Which tests are asked whether they notice a mutant. */
const judges = {
  units: {
    include: [
      '{spec,handlers,runtime,conformance}/**/*.test.ts',
      'fixtures/{exchanges,graphs,engine-model}/**/*.test.ts',
      'fixtures/clients/worked-examples.test.ts',
      'scripts/build/render-documents.test.ts',
      'scripts/long-runs/mutate/loading.ts',
    ],
    // Compressed files do not survive in the copy that mutants are made in.
    exclude: ['**/node_modules/**', 'handlers/rest/pages/pages.test.ts'],
  },
  /** The whole kit, as one test. */
  kit: { include: ['scripts/long-runs/mutate/kit.ts'] },
  /** Whom the kit has to pass, and to find out at the first glance. */
  targets: { include: ['fixtures/targets/**/*.test.ts', 'fixtures/faults/*.test.ts'] },
  /** Whom the kit has to find out, in every area. */
  faults: { include: ['fixtures/faults/*/**/*.test.ts'] },
};

/** Of the faults, those of an area alone may be asked as well. */
export type Judge = keyof typeof judges | `faults/${string}`;

/** The test files that make up a judge, as options of Vitest. */
export const testsOf = (judge: Judge): { include: string[]; exclude?: string[] } =>
  judge in judges ? judges[judge as keyof typeof judges] : { include: [`fixtures/${judge}/**/*.test.ts`] };

/** An area of faults takes as long as it has faults, all of them longest. */
const paceOf = (judge: Judge): number => {
  if (judge === 'units') return 0;
  return judge.startsWith('faults/') ? 1 : judge === 'faults' ? 3 : 2;
};

export const quickestFirst = (asked: readonly Judge[]): readonly Judge[] =>
  [...new Set(asked)].sort((a, b) => paceOf(a) - paceOf(b));

/** Whoever may notice a mutant of a file. Faults have the areas of the audits that they are for. */
export const judgesOf = (path: string): readonly Judge[] => {
  const [, audited] = /^conformance\/audits\/(\w+)\//.exec(path) ?? [];
  const area = path.startsWith('conformance/model/') ? 'edits' : audited;
  if (area !== undefined) return ['units', `faults/${area}`, 'targets'];
  return /^(spec|conformance)\//.test(path) ? ['units', 'targets', 'faults'] : ['units', 'kit'];
};
