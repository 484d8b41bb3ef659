import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  cliPath,
  createWorkspace,
  collectOutput,
  runCli,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';
import type { AddressInfo } from 'node:net';

let workspace: Workspace;
let server: ServerProcess;
beforeEach(async () => {
  workspace = await createWorkspace();
  server = await startServer(workspace);
});
afterEach(async () => {
  await server.stop();
  await workspace.dispose();
});

const runConform = (...args: readonly string[]) =>
  runCli(['conform', '--url', server.url, '--token-env', 'TOKEN', '--seed', '1', ...args], {
    TOKEN: server.token,
  });

it('runs the requested audits, exits with 0 when they pass, and claims nothing beyond them', async () => {
  const { code, stdout } = await runConform('--only', 'HEALTH-001', 'health/version', 'Port value formats');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\d{2} PASS, 0 FAIL/)]);
  expect(stdout).toMatch(
    /^PASSED .* no claim of conformance\. Exit code 0: every requirement that was checked is met\.\n/,
  );
  expect(stdout).not.toContain('conformant');
});

it('prints the verdict, and one line about a report that cannot be written', async () => {
  const folder = join(workspace.folder, 'report');
  await mkdir(join(folder, 'report.json'), { recursive: true });
  const { code, stdout, stderr } = await runConform('--only', 'HEALTH-001', '--report', folder);
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^PASSED /)]);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^scene-runtime: '.*report\.json' cannot be written: a folder has that name \(EISDIR\)/,
  );
  expect(stderr).not.toContain('    at ');
});

it('runs no audit when the report folder cannot be written', async () => {
  const file = join(workspace.folder, 'no-folder');
  await writeFile(file, '');
  const { code, stdout, stderr } = await runConform('--only', 'HEALTH-001', '--report', join(file, 'report'));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^scene-runtime: .*no-folder.*\n$/);
});

it('writes reports and ends with their location, and writes no badge for a part of the kit', async () => {
  const folder = join(workspace.folder, 'report');
  const { stdout } = await runConform('--only', 'HEALTH-001', '--report', folder);
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(join(folder, 'report.html'));
  const files = await readdir(folder);
  expect(files).toEqual(['junit.xml', 'report.html', 'report.json', 'report.md', 'summary.txt']);
  const rerun = await runConform('--failed', join(folder, 'report.json'));
  expect([rerun.code, rerun.stdout]).toEqual([0, expect.stringMatching(/^NOTHING TO RUN/)]);
});

it('repeats what failed in a report', async () => {
  const folder = join(workspace.folder, 'report');
  await runConform('--only', 'HEALTH-001', 'health/version', '--report', folder);
  const path = join(folder, 'report.json');
  const report = JSON.parse(await readFile(path, 'utf8')) as { audits: { audit: string; status: string }[] };
  const [first, ...others] = report.audits;
  const failed = JSON.stringify({ ...report, audits: [{ ...first, status: 'FAIL' }, ...others] });
  await writeFile(path, failed);
  const { code, stdout, stderr } = await runConform('--failed', path);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^1 audit against /)]);
  expect(stdout).toContain(', 1 audit, ');
  await writeFile(path, '{}');
  const foreignReport = await runConform('--failed', path);
  expect([foreignReport.code, foreignReport.stderr]).toEqual([
    2,
    expect.stringContaining('is not a report.json of this kit'),
  ]);
});

it('shows reports side by side', async () => {
  const folder = join(workspace.folder, 'report');
  await runConform('--only', 'HEALTH-001', '--report', folder);
  const report = join(folder, 'report.json');
  const { code, stdout } = await runCli(['conform', '--matrix', report, report, '--report', folder]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('0 of 1 requirements differ.')]);
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(join(folder, 'matrix.html'));
  expect(await readFile(join(folder, 'matrix.html'), 'utf8')).toContain('Conformance of 2 runs');
  const missingReport = await runCli(['conform', '--matrix', join(folder, 'no-such.json')]);
  expect([missingReport.code, missingReport.stdout]).toEqual([2, '']);
});

it('reports a target that does not respond in one line', async () => {
  await server.stop();
  const { code, stdout } = await runConform('--wait', '1');
  expect([code, stdout.split('\n')]).toEqual([
    4,
    [
      expect.stringMatching(/^NOTHING RAN .* does not answer within 1 s \(ECONNREFUSED.*Exit code 4: /),
      expect.stringMatching(/^No report was written/),
      '',
    ],
  ]);
});

it('exits with 2 and names the token when the target rejects it', async () => {
  const invalidToken = await runCli(['conform', '--url', server.url, '--token', 'no-such-token']);
  expect([invalidToken.code, invalidToken.stdout]).toEqual([2, '']);
  expect(invalidToken.stderr).toMatch(/^scene-runtime: .* rejects the token of --token/);
  const variable = await runCli(['conform', '--url', server.url, '--token-env', 'SOME_TOKEN'], {
    SOME_TOKEN: 'no-such-token',
  });
  expect(variable.code).toBe(2);
  expect(variable.stderr).toContain('the token in the environment variable SOME_TOKEN');
});

it('explains each exit code in its help', async () => {
  const { stdout } = await runCli(['conform', '--help']);
  for (const code of [0, 1, 2, 3, 4]) expect(stdout).toMatch(new RegExp(`^  ${code}  \\w`, 'm'));
});

it('generates a manifest that the kit reads, cleans up, and lists what is missing', async () => {
  const draft = ['manifest', '--url', server.url, '--token', server.token];
  const { code, stdout, stderr } = await runCli(draft);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    choices: { paths: { 'port.direction': 'direction', 'port.value': 'value' } },
  });
  expect(stderr).toMatch(/^Still missing:\n {2}identity/);
  expect(stderr).toContain('instances.noRuntime, or its control "runtime.disconnect"');
  const counts = [...stderr.matchAll(/^ +(\d+) {2}choices|^ +(\d+) {2}\w/gm)].map(([, a, b]) =>
    Number(a ?? b),
  );
  expect(counts.length).toBeGreaterThan(10);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  // The reference is read without help, except for assets, which its project lacks, and what exists only after a change to the scene.
  const missingFields = [...stderr.matchAll(/choices\.paths "([\w.]+)"/g)].map(([, key]) => key);
  expect(
    missingFields.filter((key) => !/^(spawn|clip|playback|property|asset|result)\./.test(key ?? '')),
  ).toEqual([]);
  // The description already states whether a parameter is required, so the author of a target doesn't need to.
  expect(stderr).not.toContain('parameter.');
  const headers = { 'x-api-key': server.token };
  expect(await (await fetch(`${server.url}/api/graphs`, { headers })).json()).toEqual([]);
  const manifest = join(workspace.folder, 'target.json');
  await writeFile(manifest, stdout);
  const withManifest = await runCli([
    'conform',
    '--url',
    server.url,
    '--manifest',
    manifest,
    '--only',
    'HEALTH-001',
  ]);
  expect(withManifest).toMatchObject({ code: 0 });
});

it.each([
  ['values/vector3', ['values/vector3-shapes', 'values/vector3-alike']],
  ['HELTH-001', ['HEALTH-001']],
])('--only %s suggests similar audits and requirements', async (name, expected) => {
  const { code, stdout, stderr } = await runConform('--only', name);
  expect([code, stdout]).toEqual([2, '']);
  const [, suggestions = ''] = /Did you mean (.*)\?\n$/.exec(stderr) ?? [];
  expect(suggestions.split(', ')).toEqual(expect.arrayContaining(expected));
});

it('generates no manifest when nothing responds, and says why a manifest is short', async () => {
  const unreachable = await runCli(['manifest', '--url', 'http://127.0.0.1:1']);
  expect(unreachable).toMatchObject({ code: 2, stdout: '' });
  expect(unreachable.stderr).toContain('http://127.0.0.1:1 does not answer');
  const { code, stderr } = await runCli(['manifest', '--url', server.url]);
  expect(code).toBe(0);
  expect(stderr).toContain('no token was given');
});

it('prints the schema of the manifest that it reads', async () => {
  const { code, stdout } = await runCli(['manifest-schema']);
  const { properties } = JSON.parse(stdout) as { properties: Record<string, { properties?: object }> };
  expect(code).toBe(0);
  expect(properties.instances?.properties).toHaveProperty('noRuntime');
});

/** Waits until the target has a graph. Rejects if the run ends before then. */
const waitForGraph = async (exited: Promise<unknown>): Promise<void> => {
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  while ((await listGraphs('/api/graphs')).length === 0)
    if (hasExited) throw new Error('the run ended before a graph was created');
};

const listGraphs = async (path: string): Promise<readonly unknown[]> => {
  const response = await fetch(server.url + path, { headers: { 'x-api-key': server.token } });
  const body = (await response.json()) as readonly unknown[] | { readonly items: readonly unknown[] };
  return 'items' in body ? body.items : body;
};

it.each(['SIGINT', 'SIGTERM'] as const)(
  'cleans up and reports what ran, at %s',
  async (signal) => {
    const kinds = ['/api/graphs', '/api/variables', '/api/discovery/scene-objects'];
    const listResources = () => Promise.all(kinds.map(listGraphs));
    const initial = await listResources();
    const report = join(workspace.folder, 'report');
    const child = spawn(process.execPath, [
      ...[
        cliPath,
        'conform',
        '--url',
        server.url,
        '--token',
        server.token,
        '--seed',
        '1',
        '--report',
        report,
      ],
      ...['--only', 'run/*', 'variables/*', 'model/*', 'hub/*'],
    ]);
    const exited = collectOutput(child);
    await once(child.stderr, 'data');
    await waitForGraph(exited);
    child.kill(signal);
    const { code, stdout } = await exited;
    expect([code, stdout]).toEqual([4, expect.stringMatching(/^INCOMPLETE {2}The run was interrupted/)]);
    expect(await listResources()).toEqual(initial);
    const savedReport = JSON.parse(await readFile(join(report, 'report.json'), 'utf8')) as {
      interrupted?: boolean;
    };
    expect(savedReport.interrupted).toBe(true);
  },
  90_000,
);

/** Starts a target that accepts a graph and then never responds to requests about that graph. */
const startStalledTarget = async () => {
  const responses: Readonly<Record<string, unknown>> = {
    'GET /api/health': { status: 'ok', runtimeConnected: true, projectName: 'stalled' },
    'GET /api/toc': [{ method: 'DELETE', route: '/api/graphs/{graphId}' }],
    'POST /api/graphs?replace=true': { id: 'g', name: 'g' },
  };
  const stalledTarget = createServer(({ method, url = '' }, response) => {
    if (url.startsWith('/api/graphs/g')) stalledTarget.emit('stalled');
    else response.end(JSON.stringify(responses[`${method} ${url}`] ?? {}));
  });
  await new Promise<void>((resolve) => stalledTarget.listen(0, '127.0.0.1', resolve));
  return stalledTarget;
};

it('ends at once at a second signal, even with cleanup pending', async () => {
  const stalledTarget = await startStalledTarget();
  const url = `http://127.0.0.1:${(stalledTarget.address() as AddressInfo).port}`;
  const hasStalled = once(stalledTarget, 'stalled');
  const child = spawn(process.execPath, [
    cliPath,
    'conform',
    '--url',
    url,
    '--token',
    't',
    '--only',
    'notes/*',
  ]);
  const exited = collectOutput(child);
  await hasStalled;
  // Repeats the signal, because signals that arrive together count as a single signal.
  const repeatedSignal = setInterval(() => child.kill('SIGINT'), 100);
  const { code } = await exited;
  clearInterval(repeatedSignal);
  stalledTarget.closeAllConnections();
  stalledTarget.close();
  expect(code).toBe(130);
}, 300_000);

it('reports an error of the kit in one line and in a report, with exit code 3', async () => {
  const manifest = join(workspace.folder, 'target.json');
  await writeFile(
    join(workspace.folder, 'readers.mjs'),
    "export default { 'toc.route': () => { throw new TypeError('no\\nsuch thing'); } };",
  );
  await writeFile(manifest, JSON.stringify({ choices: { readers: 'readers.mjs' } }));
  const folder = join(workspace.folder, 'report');
  const { code, stdout, stderr } = await runConform(
    ...['--only', 'HEALTH-001', '--manifest', manifest, '--report', folder],
  );
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^NO VERDICT {2}.*TypeError: no such thing/)]);
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect(report.crashed).toMatch(/^TypeError: no such thing/);
});

it('generates a manifest for a target whose field names are no names of expressions', async () => {
  const toc = [{ method: 'GET', 'route template': '/api/health', purpose: 'health' }];
  const target = createServer(({ url }, response) => {
    const health = { status: 'ok', runtimeConnected: true, projectName: null };
    response.end(JSON.stringify(url === '/api/health' ? health : toc));
  });
  await once(target.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = target.address() as AddressInfo;
    const { code, stdout, stderr } = await runCli(['manifest', '--url', `http://127.0.0.1:${port}`]);
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^\s+at /m)]);
    expect(JSON.parse(stdout).choices.paths['toc.route']).toBe('`route template`');
  } finally {
    target.close();
  }
});
