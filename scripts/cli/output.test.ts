import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliPath, collectOutput, runCli } from '../../fixtures/testing-cli.ts';
import type { AddressInfo } from 'node:net';

/** Text that a malicious server might send to take over the terminal or the CI job of the person testing it. */
const maliciousText =
  '\u001b]0;owned\u0007\u001b[2J\u009b2J\u202e\r\n::error::owned\n::set-env name=A::b\n##vso[task.complete result=Succeeded]';

let url: string;
let folder: string;
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...{
        status: maliciousText,
        [maliciousText]: maliciousText,
        apiVersion: `1.0.0${maliciousText}`,
        projectName: maliciousText,
      },
      error: { code: maliciousText, message: maliciousText },
    }),
  );
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-output-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const controlCharacters = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]`;
/** Terminal control characters, and lines that a CI system would execute, except for the requested annotations. */
const controlCharacterPattern = new RegExp(
  String.raw`${controlCharacters}|^\s*::(?!(error|warning|notice) title=)|^(?!::).*##vso\[`,
  'm',
);

describe('output of a hostile target', () => {
  it('reaches the terminal and the files of a report only as text', async () => {
    const args = ['--url', url, '--only', 'health/*', 'meta/*', '--report', folder, '--github'];
    const { stdout, stderr } = await runCli(['conform', ...args], { FORCE_COLOR: '' });
    expect(stdout).toContain('owned');
    expect(stdout).not.toMatch(controlCharacterPattern);
    expect(stderr).not.toMatch(controlCharacterPattern);
    expect(stdout.match(/^::error title=/gm)?.length).toBeGreaterThan(0);
    for (const file of await readdir(folder)) {
      expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(new RegExp(controlCharacters));
    }
  });

  it('is plain text in the reports of the bench, too', async () => {
    const out = join(folder, 'bench');
    const args = ['--url', url, '--quick', '--suite', 'rest', '--out', out];
    const { stdout, stderr } = await runCli(['bench', ...args]);
    expect(stdout + stderr).toContain('owned');
    expect(stdout + stderr).not.toMatch(controlCharacterPattern);
    for (const file of await readdir(out)) {
      const text = await readFile(join(out, file), 'utf8');
      expect(text.replaceAll('\r\n', '\n'), file).not.toMatch(new RegExp(controlCharacters));
    }
  });
});

it('exits with its own code when nobody reads its output any more', async () => {
  const child = spawn(process.execPath, [
    cliPath,
    'conform',
    '--url',
    url,
    '--only',
    'health/*',
    '--report',
    folder,
  ]);
  child.stdout.destroy();
  const { code, stderr } = await collectOutput(child);
  expect(code).toBe((await runCli(['conform', '--url', url, '--only', 'health/*'])).code);
  expect(stderr).not.toContain('    at ');
});
