import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePng } from '#runtime/shared/testing-decode-png.ts';
import { Settings } from '../../security/settings.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestHost,
  type TestService,
} from '../../testing-service.ts';

interface Exported {
  succeeded: string[];
  failed: string[];
}

const path = '/api/dev/export-node-pngs';

describe.each(Object.entries(testHosts))('exporting node images on the %s', (_, open) => {
  let test: TestService;
  let host: TestHost;

  const start = async (folders: readonly string[] = []) => {
    test = await createTestService();
    host = await open(test.service);
    const outputFolders = folders.map((name) => join(test.folder, name));
    if (outputFolders.length > 0) {
      test.service.security.applySettings({
        ...test.service.security.settings,
        nodeImages: { folders: outputFolders },
      });
    }
    return { call: createTestClient(host, test.token), outputFolders };
  };
  afterEach(async () => {
    expect(test.failures).toEqual([]);
    await host.close();
    await test.dispose();
  });

  it.each([undefined, {}, { NodeNames: ['Add'] }])(
    'is not available on a host that is not a debug build: %j',
    async (body) => {
      const { call } = await start();
      expect(await call('POST', path, body)).toMatchObject({
        status: 404,
        body: { error: { code: 'DEV_ENDPOINT_UNAVAILABLE' } },
      });
    },
  );

  it.each([undefined, 'null', {}, { NodeNames: null }, { NodeNames: [] }])(
    'draws every visible node type for the body %j',
    async (body) => {
      const { call, outputFolders } = await start(['images']);
      const names = (await call<{ name: string }[]>('GET', '/api/node-types')).body.map(({ name }) => name);
      const blockedCategories = names.filter((name) => name !== 'Time');
      test.service.security.applySettings({ ...test.service.security.settings, blockedCategories });
      const { status, body: result } = await call<Exported>('POST', path, body);
      const visible = (await call<string[]>('GET', '/api/node-types/enum-values')).body;
      expect(visible.length).toBeGreaterThan(2);
      expect([status, result]).toEqual([200, { succeeded: visible, failed: [] }]);
      expect((await readdir(outputFolders[0]!)).sort()).toEqual(visible.map((name) => `${name}.png`).sort());
    },
  );

  it('draws the named types into every folder, and lists unknown names', async () => {
    const { call, outputFolders } = await start(['one', 'deep/two']);
    const names = ['logconsole', 'Branch', 'Branch', '../../escape', 'Nonsense', ''];
    const { body } = await call<Exported>('POST', path, { NodeNames: names });
    expect(body).toEqual({ succeeded: ['logconsole', 'Branch'], failed: ['../../escape', 'Nonsense', ''] });
    for (const folder of outputFolders)
      expect((await readdir(folder)).sort()).toEqual(['Branch.png', 'LogConsole.png']);
    expect(await readdir(test.folder)).not.toContain('escape.png');
  });

  it('draws a title, ports in the colors of their types, and nothing outside the node', async () => {
    const { call, outputFolders } = await start(['images']);
    await call('POST', path, { NodeNames: ['Branch', 'Start'] });
    const { width, height, pixels } = decodePng(await readFile(join(outputFolders[0]!, 'Branch.png')));
    const getPixel = (x: number, y: number): number[] => [
      ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ];
    expect(getPixel(0, 0)).toEqual([0, 0, 0, 0]);
    expect(getPixel(width - 1, height - 1)).toEqual([0, 0, 0, 0]);
    const colors = new Set(
      Array.from({ length: width * height }, (_, i) => getPixel(i % width, Math.floor(i / width)).join()),
    );
    // The colors of a flow node, its triggers and its condition, and the white of its title.
    for (const color of ['44,92,172,255', '244,246,250,255', '240,110,110,255', '255,255,255,255']) {
      expect(colors).toContain(color);
    }
    const alphas = Array.from({ length: width * height }, (_, i) => pixels[i * 4 + 3]!);
    expect(alphas.some((alpha) => alpha > 60 && alpha < 200)).toBe(true);
    const otherImage = decodePng(await readFile(join(outputFolders[0]!, 'Start.png')));
    expect(otherImage.height).toBeLessThan(height);
  });

  it('reports names that cannot be written as failed', async () => {
    const { call, outputFolders } = await start(['file']);
    await writeFile(outputFolders[0]!, 'in the way');
    expect((await call<Exported>('POST', path, { NodeNames: ['Add'] })).body).toEqual({
      succeeded: [],
      failed: ['Add'],
    });
    expect((await stat(outputFolders[0]!)).isFile()).toBe(true);
  });

  it('replaces an existing image atomically', async () => {
    const { call, outputFolders } = await start(['images']);
    await mkdir(outputFolders[0]!);
    await writeFile(join(outputFolders[0]!, 'Add.png'), 'old');
    await call('POST', path, { NodeNames: ['Add'] });
    expect(decodePng(await readFile(join(outputFolders[0]!, 'Add.png'))).width).toBeGreaterThan(100);
    expect(await readdir(outputFolders[0]!)).toEqual(['Add.png']);
  });
});

it('accepts absolute folders only', () => {
  const settings = { apiToken: 'x'.repeat(43) };
  expect(Settings.safeParse({ ...settings, nodeImages: { folders: ['images'] } }).success).toBe(false);
  expect(Settings.safeParse({ ...settings, nodeImages: { folders: [] } }).success).toBe(false);
  expect(Settings.safeParse({ ...settings, nodeImages: { folders: ['/tmp/images'] } }).success).toBe(true);
});
