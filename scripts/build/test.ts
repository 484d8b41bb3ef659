/**
 * Everything that can be checked on this machine, counted in one closing line: 'N passed, N failed'. The tests of the
 * service run twice: with a runtime in the same process, and with one at the end of a wire. Of the faults that are planted to
 * judge the kit a third is drawn. With `--node 24` also the smoke set on that version of Node, which npm brings. With paths,
 * the test files there, with all of their faults, and nothing else, and with `-t` of their tests only those whose names match it.
 */
import { parseArgs } from 'node:util';
import '../usage.ts';
import { type Count, check, conclude, suites } from './checks.ts';
import { tryOn } from './other-node.ts';

const { values, positionals } = parseArgs({
  options: {
    node: { type: 'string', multiple: true },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});

const everything = (): readonly Count[] => [
  check('biome', 'check', '.'),
  check('tsc'),
  check('tsx', 'scripts/build/unused-exports.ts'),
  check('tsx', 'scripts/build/render-documents.ts', '--check'),
  check('tsx', 'scripts/build/build.ts'),
  suites([], { drawsFaults: true }),
  suites(['handlers'], { link: 'over a wire, in JSON' }),
  ...(values.node ?? []).map(tryOn),
];

const { testNamePattern } = values;
const isPart = positionals.length > 0 || testNamePattern !== undefined;
conclude(isPart ? [suites(positionals, { testNamePattern })] : everything());
