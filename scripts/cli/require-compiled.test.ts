import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeBuild } from '../build/bundle.ts';
import { run } from '../testing.ts';

const program = `
import { requireCompiled } from './scripts/cli/require-compiled.ts';

const [file, kept] = process.argv.slice(2);
console.log(requireCompiled(file, kept).answer());
`;

let folder: string;
let load: (kept: string) => Promise<readonly [string, string]>;
const answering = (answer: string): Promise<void> =>
  writeFile(
    join(folder, 'script.cjs'),
    `const { sep } = require('node:path'); exports.answer = () => '${answer}' + (__dirname + sep + 'script.cjs' === __filename);`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'require-compiled-'));
  const outfile = join(folder, 'program.mjs');
  const stdin = { contents: program, resolveDir: '.', loader: 'ts' } as const;
  await build({ ...nodeBuild, splitting: false, stdin, outfile });
  load = async (kept) => {
    const { stdout, stderr } = await run(process.execPath, [outfile, join(folder, 'script.cjs'), kept]);
    return [stdout, stderr];
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('leaves what was compiled for the next start, which takes it', async () => {
  await answering('one ');
  const kept = join(folder, 'cache', 'kept');
  expect(await load(kept)).toEqual(['one true\n', '']);
  const first = await readFile(kept);
  expect(await load(kept)).toEqual(['one true\n', '']);
  expect((await readFile(kept)).equals(first)).toBe(true);
});

it('compiles anew what has changed, though it is as long as before', async () => {
  const kept = join(folder, 'changed');
  await answering('one ');
  await load(kept);
  await answering('two ');
  expect(await load(kept)).toEqual(['two true\n', '']);
});

it.each([0, 40, -9])('compiles anew where byte %i of what was kept is damaged', async (at) => {
  const kept = join(folder, 'damaged');
  await answering('one ');
  await load(kept);
  const whole = await readFile(kept);
  const damaged = Buffer.from(whole);
  damaged[(at + damaged.length) % damaged.length]! ^= 0x10;
  await writeFile(kept, damaged);
  expect(await load(kept)).toEqual(['one true\n', '']);
  expect((await readFile(kept)).equals(damaged)).toBe(false);
});

it('goes without where nothing can be kept', async () => {
  await answering('one ');
  expect(await load(join(folder, 'script.cjs', 'kept'))).toEqual(['one true\n', '']);
});
