import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cliPath, createWorkspace, runCli, startServer, type Workspace } from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
let projectFolder: string;
beforeEach(async () => {
  workspace = await createWorkspace();
  projectFolder = join(workspace.folder, 'made', 'my show');
});
afterEach(() => workspace.dispose());

const listServedGraphs = async (project: string): Promise<number> => {
  const server = await startServer({ ...workspace, project });
  const response = await fetch(`${server.url}/api/graphs`, { headers: { 'X-API-Key': server.token } });
  expect((await server.stop()).stderr).toBe('');
  return ((await response.json()) as unknown[]).length;
};

const getUsageError = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^(scene-runtime|error): [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b/);
  return stderr;
};

describe('scene-runtime init', () => {
  it.each([
    [[], 0, []],
    [['--template', 'demo'], 3, ['assets']],
    [['--template', 'graphs'], 46, []],
  ])('creates a project with %j that opens with its %i graphs, and %j', async (args, graphs, otherFiles) => {
    const { code, stdout, stderr } = await runCli(['init', projectFolder, ...args]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`scene-runtime serve --project '${projectFolder}'`);
    expect((await readdir(projectFolder)).sort()).toEqual([...otherFiles, 'graphs', 'project.json']);
    expect(await listServedGraphs(projectFolder)).toBe(graphs);
  });

  it('accepts an existing empty folder', async () => {
    await mkdir(projectFolder, { recursive: true });
    expect((await runCli(['init', projectFolder])).code).toBe(0);
  });

  it('leaves a folder alone that is not empty, and says when it holds a project', async () => {
    await mkdir(projectFolder, { recursive: true });
    await writeFile(join(projectFolder, '.notes'), 'mine');
    expect(await getUsageError('init', projectFolder)).toContain('is not empty');
    expect(await readdir(projectFolder)).toEqual(['.notes']);
    const contents = await readFile(join(workspace.project, 'project.json'), 'utf8');
    expect(await getUsageError('init', workspace.project)).toContain('already holds a project');
    expect(await readFile(join(workspace.project, 'project.json'), 'utf8')).toBe(contents);
  });

  it('describes a problem in words, and leaves nothing behind', async () => {
    const file = join(workspace.folder, 'file');
    await writeFile(file, '');
    expect(await getUsageError('init', file)).toContain('not a directory');
    expect(await getUsageError('init', join(file, 'below'))).toContain('not a directory');
    expect(await getUsageError('init', join(workspace.folder, 'x'.repeat(300)))).toContain('name too long');
    expect(await getUsageError('init', projectFolder, '--template', 'opera')).toMatch(/--template.*graphs/);
    expect((await readdir(workspace.folder)).sort()).toEqual(['file', 'project']);
  });
});

describe('scene-runtime serve without a project', () => {
  const getServeError = (project: string): Promise<string> =>
    getUsageError('serve', '--port', '0', '--settings-file', workspace.settingsFile, '--project', project);

  it('suggests the command that creates one, and that command works', async () => {
    const emptyFolder = join(workspace.folder, 'empty');
    await mkdir(emptyFolder);
    for (const project of [projectFolder, emptyFolder]) {
      const [, command] = /'npx scene-runtime (.*)' to create one/.exec(await getServeError(project))!;
      execFileSync('sh', ['-c', `"$0" "$1" ${command}`, process.execPath, cliPath]);
      expect(await listServedGraphs(project)).toBe(0);
    }
  });

  it('describes other problems with the folder', async () => {
    expect(await getServeError(workspace.settingsFile.replace(/[^/]+$/, ''))).toContain('is not empty');
    const file = join(workspace.folder, 'file');
    await writeFile(file, '');
    expect(await getServeError(file)).toContain('not a directory');
    expect(await getServeError(join(file, 'below'))).toContain('not a directory');
    await mkdir(join(projectFolder, 'project.json'), { recursive: true });
    expect(await getServeError(projectFolder)).toContain('is not a file');
  });
});
