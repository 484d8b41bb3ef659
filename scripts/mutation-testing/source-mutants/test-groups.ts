/** Which tests are asked whether they notice a mutant. */
const testGroups = {
  units: {
    include: [
      '{spec,handlers,runtime,conformance}/**/*.test.ts',
      'fixtures/{asyncapi-examples,graphs,engine-model}/**/*.test.ts',
      'fixtures/clients/documented-examples.test.ts',
      'scripts/build/render-documents.test.ts',
      'scripts/mutation-testing/source-mutants/module-loading-test.ts',
    ],
    // Compressed files do not survive in the copy that mutants are made in.
    exclude: ['**/node_modules/**', 'handlers/rest/pages/pages.test.ts'],
  },
  /** The whole kit, as one test. */
  kit: { include: ['scripts/mutation-testing/source-mutants/whole-kit-test.ts'] },
  /** Whom the kit has to pass, and to find out at the first glance. */
  targets: { include: ['fixtures/targets/**/*.test.ts', 'fixtures/faults/*.test.ts'] },
  /** Whom the kit has to find out, in every area. */
  faults: { include: ['fixtures/faults/*/**/*.test.ts'] },
};

/** Of the faults, those of an area alone may be asked as well. */
export type TestGroup = keyof typeof testGroups | `faults/${string}`;

/** The test files that make up a judge, as options of Vitest. */
export const getTestFiles = (judge: TestGroup): { include: string[]; exclude?: string[] } =>
  judge in testGroups
    ? testGroups[judge as keyof typeof testGroups]
    : { include: [`fixtures/${judge}/**/*.test.ts`] };

/** An area of faults takes as long as it has faults, all of them longest. */
const getCost = (judge: TestGroup): number => {
  if (judge === 'units') return 0;
  return judge.startsWith('faults/') ? 1 : judge === 'faults' ? 3 : 2;
};

export const sortByCost = (asked: readonly TestGroup[]): readonly TestGroup[] =>
  [...new Set(asked)].sort((a, b) => getCost(a) - getCost(b));

/** Whoever may notice a mutant of a file. Faults have the areas of the audits that they are for. */
export const listTestGroups = (path: string): readonly TestGroup[] => {
  const [, audited] = /^conformance\/audits\/(\w+)\//.exec(path) ?? [];
  const area = path.startsWith('conformance/model/') ? 'edits' : audited;
  if (area !== undefined) return ['units', `faults/${area}`, 'targets'];
  return /^(spec|conformance)\//.test(path) ? ['units', 'targets', 'faults'] : ['units', 'kit'];
};
