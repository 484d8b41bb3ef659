/** Runs smoke tests on other Node versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckResult, runTests } from './run-checks.ts';

/** The release to use for each major version. A version that isn't listed is used as given. */
const releasesByVersion: Readonly<Record<string, string>> = { 22: '22.23.3', 24: '24.21.0' };

/** Tests of `serve`, `demo`, `conform`, the client, and code that depends on timers. */
const smokeTestFiles = [
  'scripts/cli/serve.test.ts',
  'scripts/cli/init.test.ts',
  'scripts/demo/demo.test.ts',
  'scripts/cli/conform-with-runtime.test.ts',
  'scripts/build/package-install.test.ts',
  'fixtures/clients/typed-client.test.ts',
  'fixtures/clients/pinned-client.test.ts',
  'handlers/lan',
  'spec/client',
  'runtime/frame',
  'runtime/shared/scheduler.test.ts',
];

/**
 * Returns the npm package that contains the Node binary. The package `node` itself contains no binary: its install
 * script downloads the binary.
 */
const getBinaryPackage = (): string => {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return [prefix, process.platform === 'win32' ? 'win' : process.platform, process.arch].join('-');
};

/**
 * Installs a Node version from npm, unless it is already installed, into a folder that `npm ci` clears.
 * @returns the path of the binary
 * @throws Error if npm fails
 */
const downloadNode = (version: string): string => {
  const name = getBinaryPackage();
  const folder = join(process.cwd(), 'node_modules/.cache/node', version);
  const packageFolder = join(folder, 'node_modules', name);
  if (!existsSync(packageFolder)) {
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    const args = ['install', '--prefix', folder, ...options, `${name}@${version}`];
    const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`npm could not install ${name}@${version}`);
  }
  const { bin } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    bin: { node: string };
  };
  return join(packageFolder, bin.node);
};

/** Runs the smoke tests on another Node version, such as `24` or `22.23.3`. The project must already be built. */
export const runSmokeTestsOn = (version: string): CheckResult => {
  process.stdout.write(`\nNode ${version}\n`);
  try {
    return runTests(smokeTestFiles, { node: downloadNode(releasesByVersion[version] ?? version) });
  } catch (error) {
    const { message } = error as Error;
    process.stdout.write(`${message}\n`);
    return { passed: 0, failed: 1, failures: [message] };
  }
};
