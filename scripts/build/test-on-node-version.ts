/** Other versions of Node, and what is tried on them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckResult, runTests } from './run-checks.ts';

/** The release that stands for a version; any other is asked for as it is. */
const releasesByVersion: Readonly<Record<string, string>> = { 22: '22.23.3', 24: '24.21.0' };

/** The files that show that everything holds: serve, demo, conform, client, and what hangs on timers. */
const smokeTestFiles = [
  'scripts/cli/serve.test.ts',
  'scripts/cli/init.test.ts',
  'scripts/demo/demo.test.ts',
  'scripts/cli/conform-with-runtime.test.ts',
  'scripts/build/package-install.test.ts',
  'scripts/build/readme-examples.test.ts',
  'fixtures/clients/typed-client.test.ts',
  'fixtures/clients/pinned-client.test.ts',
  'handlers/lan',
  'spec/client',
  'runtime/frame',
  'handlers/scheduler.test.ts',
];

/** The package that holds the binary; `node` itself only fetches it, by a script. */
const getBinaryPackage = (): string => {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return [prefix, process.platform === 'win32' ? 'win' : process.platform, process.arch].join('-');
};

/**
 * Fetches a Node from npm, unless it is there, into a folder that `npm ci` clears.
 * @returns path of the binary
 * @throws Error when npm cannot
 */
const downloadNode = (version: string): string => {
  const name = getBinaryPackage();
  const folder = join(process.cwd(), 'node_modules/.cache/node', version);
  const place = join(folder, 'node_modules', name);
  if (!existsSync(place)) {
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    const args = ['install', '--prefix', folder, ...options, `${name}@${version}`];
    const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`npm could not install ${name}@${version}`);
  }
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { bin: { node: string } };
  return join(place, bin.node);
};

/** Runs the smoke set on another Node, such as `24` or `22.23.3`. What is built has to be there. */
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
