/**
 * Everything that can be checked on this machine, counted in one closing line: 'N passed, N failed'. With `--node 24`
 * also the smoke set on that version of Node, which npm brings.
 */
import { parseArgs } from 'node:util';
import { check, conclude, suites } from './checks.ts';
import { tryOn } from './other-node.ts';

const { node = [] } = parseArgs({ options: { node: { type: 'string', multiple: true } } }).values;

conclude([
  check('biome', 'check', '.'),
  check('tsc'),
  check('tsx', 'scripts/build/render-documents.ts', '--check'),
  check('tsx', 'scripts/build/build.ts'),
  suites(),
  ...node.map(tryOn),
]);
