/**
 * Breaks one body of a node type at a time and looks whether a test notices:
 * `npx tsx scripts/long-runs/mutate-nodes.ts [--minutes n] [category…]`. What was found stays valid until the body or
 * its tests are edited, so that a run that was cut short goes on where it ended.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { exitCodes } from '../cli/exit.ts';
import { describeMutant, fingerprintOf, mutantsOf } from './mutate-nodes/plan.ts';
import type { Vitest } from 'vitest/node';
import type { Mutant } from './mutate-nodes/plan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const findingsPath = join(root, 'node_modules/.cache/mutate-nodes.json');
const testFolders = ['runtime/nodes', 'runtime/engine'];

/** Test files beyond these are about other nodes, and only happen to use this one. */
const mostFiles = 3;

interface TestFile {
  readonly path: string;
  readonly text: string;
}

const readTestFiles = async (): Promise<TestFile[]> => {
  const paths = await Promise.all(
    testFolders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true }))
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => join(root, folder, name)),
    ),
  );
  return Promise.all(paths.flat().map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
};

/** The tests that speak of a node type, those that do so most first. */
const testsOf = (node: string, files: readonly TestFile[]): TestFile[] => {
  const mentions = ({ text }: TestFile): number => text.split(new RegExp(`['\`"]${node}\\b`)).length - 1;
  return files
    .filter((file) => mentions(file) > 0)
    .sort((a, b) => mentions(b) - mentions(a))
    .slice(0, mostFiles);
};

/** Whether these tests pass while the mutant stands in for the body. */
const passes = async (vitest: Vitest, mutant: Mutant | null, { path }: TestFile): Promise<boolean> => {
  vitest.getRootProject().provide('mutant', mutant);
  const specifications = await vitest.globTestSpecifications([path]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // the answer also holds what was found in earlier runs
  const own = testModules.find(({ moduleId }) => moduleId === path);
  return unhandledErrors.length === 0 && own?.state() === 'passed';
};

const survives = async (vitest: Vitest, mutant: Mutant, tests: readonly TestFile[]): Promise<boolean> => {
  for (const file of tests) if (!(await passes(vitest, mutant, file))) return false;
  return true;
};

type Findings = Record<string, 'killed' | 'survived'>;

const readFindings = async (): Promise<Findings> => {
  try {
    return JSON.parse(await readFile(findingsPath, 'utf8')) as Findings;
  } catch {
    return {};
  }
};

const writeFindings = async (findings: Findings): Promise<void> => {
  await mkdir(dirname(findingsPath), { recursive: true });
  await writeFile(findingsPath, JSON.stringify(findings, null, 2));
};

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const deadline = Date.now() + Number(values.minutes) * 60_000;

const files = await readTestFiles();
const findings = await readFindings();
const vitest = await createVitest('test', {
  config: join(root, '.config/vitest.config.ts'),
  watch: false,
  setupFiles: [join(root, 'scripts/long-runs/mutate-nodes/setup.ts')],
  reporters: [{}],
  maxWorkers: 1,
  testTimeout: 10_000,
});

const survivors: string[] = [];
const sound = new Set<TestFile>();
let left = 0;
let looked = 0;
for (const mutant of mutantsOf(positionals.map((name) => name.toLowerCase()))) {
  const tests = testsOf(mutant.node, files);
  const fingerprint = fingerprintOf(
    mutant,
    tests.map(({ text }) => text),
  );
  if (!findings[fingerprint]) {
    if (Date.now() > deadline) {
      left += 1;
      continue;
    }
    for (const file of tests) {
      if (sound.has(file)) continue;
      if (!(await passes(vitest, null, file))) throw new Error(`${file.path} fails without a mutant.`);
      sound.add(file);
    }
    findings[fingerprint] = (await survives(vitest, mutant, tests)) ? 'survived' : 'killed';
    await writeFindings(findings);
  }
  looked += 1;
  if (findings[fingerprint] === 'survived') {
    survivors.push(describeMutant(mutant));
    console.log(`survived: ${describeMutant(mutant)}`);
  }
}
await vitest.close();
console.log(`${looked} bodies broken, ${survivors.length} of them unnoticed, ${left} not looked at yet`);
process.exit(survivors.length > 0 || left > 0 ? exitCodes.failed : exitCodes.ok);
