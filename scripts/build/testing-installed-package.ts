/** Installs the package for tests, as a user would. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../fixtures/testing-cli.ts';

const root = new URL('../..', import.meta.url).pathname;

export interface InstalledPackage {
  /** The user's folder, in which only the package is installed. */
  readonly folder: string;
  /** Path of the installed package in the user's folder. */
  readonly packageFolder: string;
  /** Path of the command that npm has linked. */
  readonly command: string;
  /** Installs the SignalR client as well, which is needed for the hub. */
  addSignalR(): Promise<void>;
  dispose(): Promise<void>;
}

const runNpm = async (args: readonly string[], cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await runCommand('npm', args, { cwd });
  if (code !== 0) throw new Error(`npm ${args[0]} exited with ${code}: ${stderr}`);
  return stdout;
};

/** Packs the build and installs it into an empty folder. */
export const installPackage = async (): Promise<InstalledPackage> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-pack-'));
  const packed = await runNpm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await runNpm(['init', '-y'], folder);
  await runNpm(['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], folder);
  const modules = join(folder, 'node_modules');
  return {
    folder,
    packageFolder: join(modules, 'scene-runtime-control'),
    command: join(modules, '.bin', 'scene-runtime'),
    addSignalR: () => symlink(join(root, 'node_modules', '@microsoft'), join(modules, '@microsoft')),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};
