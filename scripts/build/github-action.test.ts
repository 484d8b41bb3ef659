import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  runCommand,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';
import { type InstalledPackage, installPackage } from './testing-installed-package.ts';

const actionFolder = new URL('../../.github/actions/conform/', import.meta.url).pathname;
const actionDefinition = readFileSync(join(actionFolder, 'action.yml'), 'utf8');
const script = readFileSync(join(actionFolder, 'judge.sh'), 'utf8');

/** Variables that the action passes to its script. */
const actionVariables = [
  ...actionDefinition.split('run: bash')[0]!.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.([\w-]+) \}\}$/gm),
];

let installed: InstalledPackage;
let workspace: Workspace;
let server: ServerProcess;
beforeAll(async () => {
  installed = await installPackage();
  workspace = await createWorkspace();
  server = await startServer(workspace);
}, 300_000);
afterAll(async () => {
  await server.stop();
  await installed.dispose();
  await workspace.dispose();
});

/** Runs the action's step with the given inputs, and with the defaults of all other inputs. */
const runActionStep = async (inputs: Readonly<Record<string, string>>) => {
  const files = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].map((name) => join(workspace.folder, name));
  for (const file of files) await writeFile(file, '');
  const [output = '', summary = ''] = files;
  const archive = readdirSync(installed.folder).find((name) => name.endsWith('.tgz'));
  const defaults = Object.fromEntries(actionVariables.map(([, name]) => [name, '']));
  const { code, stdout, stderr } = await runCommand('bash', [join(actionFolder, 'judge.sh')], {
    cwd: workspace.folder,
    env: {
      ...defaults,
      WAIT: '60',
      REPORT: 'kept',
      PACKAGE: join(installed.folder, archive!),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      npm_config_offline: 'true',
      ...inputs,
    },
  });
  return {
    code,
    stdout,
    stderr,
    output: await readFile(output, 'utf8'),
    summary: await readFile(summary, 'utf8'),
  };
};

describe('the action for CI of other repositories', () => {
  it('passes to its script every variable that the script reads, each from an existing input', () => {
    const variables = new Set([...script.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name));
    for (const outputVariable of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) variables.delete(outputVariable);
    expect(actionVariables.map(([, name]) => name).sort()).toEqual([...variables].sort());
    for (const [, , input] of actionVariables)
      expect(actionDefinition).toMatch(new RegExp(`^  ${input}:$`, 'm'));
  });

  it('checks with the inputs, annotates, summarizes and reports its exit code', async () => {
    const requestedAudits = 'HEALTH-001\nPort value formats\n';
    const { code, stdout, output, summary } = await runActionStep({
      URL: server.url,
      SCENE_TOKEN: server.token,
      ONLY: requestedAudits,
      SEED: '1',
    });
    expect([code, output]).toEqual([0, 'exit-code=0\n']);
    expect(stdout).toMatch(/^PASSED /);
    expect(stdout).toMatch(/^::notice title=Conformance%3A PASSED::/m);
    expect(summary).toMatch(/^# Conformance of /);
    expect(readdirSync(join(workspace.folder, 'kept'))).toContain('junit.xml');
  }, 300_000);

  it('reports a target that does not respond', async () => {
    const { code, stdout, output } = await runActionStep({
      URL: 'http://127.0.0.1:9',
      WAIT: '1',
      REPORT: 'none',
    });
    expect([code, output]).toEqual([0, 'exit-code=4\n']);
    expect(stdout).toMatch(
      /^::error title=Conformance%3A NOTHING RAN::http:\/\/127\.0\.0\.1:9 does not answer/m,
    );
  });
});
