import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTargetControl } from './target-control.ts';
import { Manifest, UsageError } from './manifest.ts';
import { serveTestTarget, type TestTarget } from './http/testing-server.ts';
import type { ManifestInput } from './manifest.ts';

const target = 'http://127.0.0.1:1';

let folder: string;
let server: TestTarget;
let receivedRequests: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-control-'));
  receivedRequests = [];
  server = await serveTestTarget((request, response, body) => {
    receivedRequests.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(request.url === '/refused' ? 409 : 204).end();
  });
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const createTestControl = (control: ManifestInput['control'], manifest: ManifestInput = {}) =>
  createTargetControl({ manifest: Manifest.parse({ control, ...manifest }), url: target, folder });

const toUrl = (path: string): string => `${server.url}${path}`;

describe('the control of a target', () => {
  it('starts a program in the folder of the manifest, with its exact arguments', async () => {
    const script = "require('fs').writeFileSync('told.txt', process.argv[1])";
    await createTestControl({ reset: { exec: [process.execPath, '-e', script, '$HOME; *'] } })('reset');
    expect(await readFile(join(folder, 'told.txt'), 'utf8')).toBe('$HOME; *');
  });

  it('reports a program that fails, and one that does not end', async () => {
    const failing = createTestControl({ reset: { exec: [process.execPath, '-e', 'process.exit(3)'] } });
    await expect(failing('reset')).rejects.toThrow();
    const endlessCommand = {
      reset: { exec: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] },
    } as const;
    const control = createTestControl(
      { reset: { exec: [...endlessCommand.reset.exec] } },
      { timeouts: { control: 200 } },
    );
    await expect(control('reset')).rejects.toThrow();
  });

  it('sends a request, and accepts only a success', async () => {
    const control = createTestControl({
      'api.disable': { http: { method: 'POST', url: toUrl('/switch'), body: { on: false } } },
      'api.enable': { http: { method: 'POST', url: toUrl('/refused') } },
    });
    await control('api.disable');
    expect(receivedRequests).toEqual(['POST /switch {"on":false}']);
    await expect(control('api.enable')).rejects.toThrow('409');
  });

  it('calls the default export of a module with the verb and the address of the target', async () => {
    const source = `import { writeFileSync } from 'node:fs';
      export default (verb, { url }) => writeFileSync(new URL('told.txt', import.meta.url), verb + ' ' + url);`;
    await writeFile(join(folder, 'control.mjs'), source);
    await createTestControl({ 'nodes.block': { module: './control.mjs' } })('nodes.block');
    expect(await readFile(join(folder, 'told.txt'), 'utf8')).toBe(`nodes.block ${target}`);
  });

  it('never uses the interface under test', () => {
    const control = { reset: { http: { method: 'POST', url: `${target}/api/actions/scene/reset` } } };
    expect(() => createTestControl(control)).toThrow(UsageError);
  });
});
