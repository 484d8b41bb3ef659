/** Builds the project and runs the smoke tests on other Node versions: `npm run test:node -- 22 24`. */
import { runCheck, reportResults } from './run-checks.ts';
import { runSmokeTestsOn } from './test-on-node-version.ts';

const versions = process.argv.slice(2);
if (versions.length === 0) {
  process.stderr.write(
    "test:node: No version of Node is given. Run for example 'npm run test:node -- 24'.\n",
  );
  process.exitCode = 2;
} else {
  reportResults([runCheck('tsx', 'scripts/build/build.ts'), ...versions.map(runSmokeTestsOn)]);
}
