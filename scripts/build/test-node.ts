/** Builds, and runs the smoke set on other versions of Node: `npm run test:node -- 22 24`. */
import { check, conclude } from './checks.ts';
import { tryOn } from './other-node.ts';

const versions = process.argv.slice(2);
if (versions.length === 0) {
  process.stderr.write("test:node: name a version of Node, as in 'npm run test:node -- 24'\n");
  process.exitCode = 2;
} else {
  conclude([check('tsx', 'scripts/build/build.ts'), ...versions.map(tryOn)]);
}
