import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompressedFlower } from '../../runtime/scene/assets/models/testing-draco.ts';
import { copyLazyFiles, nodeBuild } from './bundle-package.ts';
import type { BuildResult } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program that reads the given assets and reports the invalid ones. */
const program = `
import { readFile } from 'node:fs/promises';
import { loadModel } from '${root}runtime/scene/assets/models/load-model.ts';
import { readSound } from '${root}runtime/scene/assets/read-sound.ts';
import { createFont } from '${root}runtime/scene/text/font.ts';
import { createTextGeometry } from '${root}runtime/scene/text/text-geometry.ts';

const [model, broken, sound, tagged, compressed] = await Promise.all(process.argv.slice(2).map((file) => readFile(file)));
const { triangles, images } = await loadModel('model.glb', model);
const { triangles: decoded } = await loadModel('compressed.glb', compressed);
const { details } = await loadModel('broken.glb', broken).catch((failure) => failure);
const [{ duration }, { format }] = [await readSound('sound.wav', sound), await readSound('sound.mp3', tagged)];
const isTextDrawn = createTextGeometry(createFont(), 'a').getAttribute('position').count > 0;
console.log(JSON.stringify([triangles, images.length, decoded, details.rule, duration, format, isTextDrawn]));
`;

let folder: string;
let bundled: BuildResult<{ metafile: true }>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundled-assets-'));
  await writeFile(join(folder, 'program.ts'), program);
  bundled = await build({
    ...nodeBuild,
    entryPoints: [join(folder, 'program.ts')],
    outdir: join(folder, 'dist'),
  });
  await copyLazyFiles(join(folder, 'dist'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the readers of assets, bundled', () => {
  it('read the same as from sources, in a process without the packages', async () => {
    const assets = join(root, 'fixtures/projects/demo/assets');
    const model = await readFile(join(assets, 'sunflower.glb'));
    const brokenFile = join(folder, 'broken.glb');
    await writeFile(brokenFile, model.toString('latin1').replace('"indices":0', '"indices":9'), 'latin1');
    const taggedFile = join(folder, 'tagged.mp3');
    const frame = Buffer.alloc(417);
    frame.set([0xff, 0xfb, 0x90]);
    await writeFile(taggedFile, Buffer.concat(Array.from({ length: 20 }, () => frame)));
    const compressed = join(folder, 'compressed.glb');
    await writeFile(compressed, await createCompressedFlower());

    const files = [
      join(assets, 'sunflower.glb'),
      brokenFile,
      join(assets, 'chime.wav'),
      taggedFile,
      compressed,
    ];
    const run = promisify(execFile);
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'dist', 'program.js'), ...files]);
    expect([JSON.parse(stdout), stderr]).toEqual([
      [248, 1, 248, expect.stringMatching(/^[A-Z_]+$/), expect.closeTo(0.75, 3), 'mp3', true],
      '',
    ]);
  });

  it('load large files only with the first asset that needs them', () => {
    const { outputs } = bundled.metafile;
    const [entry] = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint?.endsWith('program.ts') ? path : [],
    );
    const atOnce = new Set([entry!]);
    for (const output of atOnce) {
      for (const { path, kind, external } of outputs[output]!.imports) {
        if (kind === 'import-statement' && !external) atOnce.add(path);
      }
    }
    const inputs = (names: Iterable<string>): string[] =>
      [...names].flatMap((name) => Object.keys(outputs[name]!.inputs));
    for (const pattern of [/gltf-validator/, /GLTFLoader/, /meshoptimizer/, /music-metadata/]) {
      const matches = (name: string): boolean => pattern.test(name);
      expect([pattern, inputs(atOnce).some(matches)]).toEqual([pattern, false]);
      expect([pattern, inputs(Object.keys(outputs)).some(matches)]).toEqual([pattern, true]);
    }
    // The Draco decoder must be a separate file, not part of the bundle.
    expect(inputs(Object.keys(outputs)).filter((name) => name.includes('draco3dgltf'))).toEqual([]);
  });
});
