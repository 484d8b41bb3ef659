/** Groups of tests that may detect a mutant. */
const testGroups = {
  units: {
    include: [
      '{spec,handlers,runtime,conformance}/**/*.test.ts',
      'fixtures/{asyncapi-examples,graphs,engine-model}/**/*.test.ts',
      'fixtures/clients/documented-examples.test.ts',
      'scripts/build/render-documents.test.ts',
      'scripts/mutation-testing/source-mutants/module-loading-test.ts',
    ],
    // Excluded because Stryker's copy of the project damages compressed files.
    exclude: ['**/node_modules/**', 'handlers/rest/pages/pages.test.ts'],
  },
  /** The whole kit as a single test. */
  kit: { include: ['scripts/mutation-testing/source-mutants/whole-kit-test.ts'] },
  /** Conforming targets that the kit must pass, and faults that it must find quickly. */
  targets: { include: ['fixtures/targets/**/*.test.ts', 'fixtures/faults/*.test.ts'] },
  /** Planted faults in all areas. */
  faults: { include: ['fixtures/faults/*/**/*.test.ts'] },
};

/** The faults of a single area are also a group. */
export type TestGroup = keyof typeof testGroups | `faults/${string}`;

/** Returns a group's test files as Vitest options. */
export const getTestFiles = (group: TestGroup): { include: string[]; exclude?: string[] } =>
  group in testGroups
    ? testGroups[group as keyof typeof testGroups]
    : { include: [`fixtures/${group}/**/*.test.ts`] };

/** Ranks groups by duration. The faults of a single area run faster than all faults. */
const getCost = (group: TestGroup): number => {
  if (group === 'units') return 0;
  return group.startsWith('faults/') ? 1 : group === 'faults' ? 3 : 2;
};

export const sortByCost = (groups: readonly TestGroup[]): readonly TestGroup[] =>
  [...new Set(groups)].sort((a, b) => getCost(a) - getCost(b));

/** Returns the groups that may detect a mutant in a file. Faults are grouped by the areas of the audits. */
export const listTestGroups = (path: string): readonly TestGroup[] => {
  const [, audited] = /^conformance\/audits\/(\w+)\//.exec(path) ?? [];
  const area = path.startsWith('conformance/model/') ? 'edits' : audited;
  if (area !== undefined) return ['units', `faults/${area}`, 'targets'];
  return /^(spec|conformance)\//.test(path) ? ['units', 'targets', 'faults'] : ['units', 'kit'];
};
