import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeMeanings } from '../../conformance/report/exit-codes.ts';
import { createWorkspace, runCommand, startServer, type Workspace } from '../testing-cli.ts';
import { type InstalledPackage, installPackage } from './testing-installed-package.ts';

const root = new URL('../..', import.meta.url).pathname;
const readme = readFileSync(join(root, 'README.md'), 'utf8');

let installed: InstalledPackage;
let workspace: Workspace;
beforeAll(async () => {
  installed = await installPackage();
  await installed.addSignalR();
  workspace = await createWorkspace();
}, 300_000);
afterAll(async () => {
  await installed.dispose();
  await workspace.dispose();
});

describe("the README's client", () => {
  const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

  it('prints what happens and ends, when it is pasted into an empty project; a second time too', async () => {
    const server = await startServer(workspace);
    const program = sample.replace('http://127.0.0.1:7180', server.url);
    expect(program).not.toBe(sample);
    await writeFile(join(installed.folder, 'steps.mjs'), program);
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await runCommand(process.execPath, ['steps.mjs'], {
        cwd: installed.folder,
        env: { SCENE_TOKEN: server.token },
      });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.match(/^[a-z]+\.[a-z]+/gm)).toEqual([
        'graph.running',
        'tween.completed',
        'graph.stopped',
      ]);
    }
    const graphs = await fetch(`${server.url}/api/graphs`, { headers: { 'X-API-Key': server.token } });
    expect(await graphs.json()).toEqual([]);
    expect((await server.stop()).stderr).toBe('');
  });

  it('compiles with the types of the package', async () => {
    await writeFile(join(installed.folder, 'steps.mts'), sample);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck'];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await runCommand(tsc, [...options, ...types, 'steps.mts'], { cwd: installed.folder });
    expect(stdout).toBe('');
  });
});

describe('what the README names', () => {
  /** Without the sections and the paragraphs, with the code below them, that say they are about a clone. */
  const ofPackage = readme
    .split(/^(?=## )/m)
    .filter((section) => !section.startsWith('## In a clone'))
    .flatMap((section) => section.split(/\n\n(?!```)/))
    .filter((paragraph) => !/in a clone/i.test(paragraph))
    .join('\n');

  it('is in the package, or said to be of a clone', () => {
    const named = ofPackage.match(/[\w.@-]+(\/[\w.@-]+)*/g) ?? [];
    const paths = named.filter((name) => /[./]/.test(name) && existsSync(join(root, name)));
    expect(paths).toContain('spec/PROTOCOL.md');
    expect(paths.filter((path) => !existsSync(join(installed.packageFolder, path)))).toEqual([]);
    expect(ofPackage).not.toMatch(/npm (run|start|test|ci)\b/);
  });

  it('are commands that there are', async () => {
    const commands = new Set([...readme.matchAll(/npx scene-runtime ([a-z-]+)/g)].map(([, name]) => name!));
    expect(commands.size).toBeGreaterThan(5);
    for (const command of commands) {
      const { code, stdout } = await runCommand(installed.command, [command, '--help']);
      expect([command, code, stdout]).toEqual([
        command,
        0,
        expect.stringContaining(`scene-runtime ${command}`),
      ]);
    }
  });

  it('are the exit codes of the kit with what they mean', () => {
    for (const [code, meaning] of Object.entries(exitCodeMeanings))
      expect(readme).toContain(`| ${code} | ${meaning} |`);
  });

  it('is found by whoever reads the packed protocol', () => {
    const protocol = readFileSync(join(installed.packageFolder, 'spec/PROTOCOL.md'), 'utf8');
    const links = [...protocol.matchAll(/\]\(([^#)][^)]*)\)/g)].map(([, link]) => link!);
    expect(links).not.toEqual([]);
    for (const link of links)
      expect([link, existsSync(join(installed.packageFolder, 'spec', link))]).toEqual([link, true]);
  });
});
