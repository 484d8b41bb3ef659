import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, createWorkspace, runCli, serve, type Workspace } from '../testing.ts';

let workspace: Workspace;
let place: string;
beforeEach(async () => {
  workspace = await createWorkspace();
  place = join(workspace.folder, 'made', 'my show');
});
afterEach(() => workspace.dispose());

const graphsServed = async (project: string): Promise<number> => {
  const server = await serve({ ...workspace, project });
  const response = await fetch(`${server.url}/api/graphs`, { headers: { 'X-API-Key': server.token } });
  expect((await server.stop()).stderr).toBe('');
  return ((await response.json()) as unknown[]).length;
};

const refusalOf = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^(scene-runtime|error): [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b/);
  return stderr;
};

describe('scene-runtime init', () => {
  it.each([
    [[], 0, []],
    [['--template', 'demo'], 2, ['assets']],
    [['--template', 'graphs'], 46, []],
  ])('makes a project with %j that opens with its %i graphs, and %j', async (args, graphs, others) => {
    const { code, stdout, stderr } = await runCli(['init', place, ...args]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`scene-runtime serve --project '${place}'`);
    expect((await readdir(place)).sort()).toEqual([...others, 'graphs', 'project.json']);
    expect(await graphsServed(place)).toBe(graphs);
  });

  it('takes a folder that is there and empty', async () => {
    await mkdir(place, { recursive: true });
    expect((await runCli(['init', place])).code).toBe(0);
  });

  it('leaves a folder alone that is not empty, and says when a project is in it', async () => {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, '.notes'), 'mine');
    expect(await refusalOf('init', place)).toContain('is not empty');
    expect(await readdir(place)).toEqual(['.notes']);
    const before = await readFile(join(workspace.project, 'project.json'), 'utf8');
    expect(await refusalOf('init', workspace.project)).toContain('there is a project in');
    expect(await readFile(join(workspace.project, 'project.json'), 'utf8')).toBe(before);
  });

  it('says in words what is in the way, and leaves nothing', async () => {
    const file = join(workspace.folder, 'file');
    await writeFile(file, '');
    expect(await refusalOf('init', file)).toContain('not a directory');
    expect(await refusalOf('init', join(file, 'below'))).toContain('not a directory');
    expect(await refusalOf('init', join(workspace.folder, 'x'.repeat(300)))).toContain('name too long');
    expect(await refusalOf('init', place, '--template', 'opera')).toMatch(/--template.*graphs/);
    expect((await readdir(workspace.folder)).sort()).toEqual(['file', 'project']);
  });
});

describe('scene-runtime serve without a project', () => {
  const served = (project: string): Promise<string> =>
    refusalOf('serve', '--port', '0', '--settings-file', workspace.settingsFile, '--project', project);

  it('offers the command that makes it, which does', async () => {
    const empty = join(workspace.folder, 'empty');
    await mkdir(empty);
    for (const project of [place, empty]) {
      const [, offered] = /'npx scene-runtime (.*)' makes one/.exec(await served(project))!;
      execFileSync('sh', ['-c', `"$0" "$1" ${offered}`, process.execPath, cli]);
      expect(await graphsServed(project)).toBe(0);
    }
  });

  it('says what else is in the way', async () => {
    expect(await served(workspace.settingsFile.replace(/[^/]+$/, ''))).toContain('is not empty');
    const file = join(workspace.folder, 'file');
    await writeFile(file, '');
    expect(await served(file)).toContain('not a directory');
    expect(await served(join(file, 'below'))).toContain('not a directory');
    await mkdir(join(place, 'project.json'), { recursive: true });
    expect(await served(place)).toContain('is not a file');
  });
});
