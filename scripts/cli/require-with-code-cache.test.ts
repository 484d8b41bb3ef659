import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeBuild } from '../build/bundle-package.ts';
import { runCommand } from '../../fixtures/testing-cli.ts';

const program = `
import { requireWithCodeCache } from './scripts/cli/require-with-code-cache.ts';

const [file, kept, afterMs] = process.argv.slice(2);
const { answer, goOn } = requireWithCodeCache(file, kept, afterMs && Number(afterMs));
console.log(answer());
goOn?.(kept);
`;

let folder: string;
let runProgram: (cacheFile: string, ...more: readonly string[]) => Promise<readonly [string, string]>;
const createModule = (answer: string): Promise<void> =>
  writeFile(
    join(folder, 'script.cjs'),
    `const { sep } = require('node:path'); exports.answer = () => '${answer}' + (__dirname + sep + 'script.cjs' === __filename);`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'require-compiled-'));
  const outfile = join(folder, 'program.mjs');
  const stdin = { contents: program, resolveDir: '.', loader: 'ts' } as const;
  await build({ ...nodeBuild, splitting: false, stdin, outfile });
  runProgram = async (cacheFile, ...more) => {
    const { stdout, stderr } = await runCommand(process.execPath, [
      outfile,
      join(folder, 'script.cjs'),
      cacheFile,
      ...more,
    ]);
    return [stdout, stderr];
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('stores compiled code for the next start, which uses it', async () => {
  await createModule('one ');
  const cacheFile = join(folder, 'cache', 'code');
  expect(await runProgram(cacheFile)).toEqual(['one true\n', '']);
  const first = await readFile(cacheFile);
  expect(await runProgram(cacheFile)).toEqual(['one true\n', '']);
  expect((await readFile(cacheFile)).equals(first)).toBe(true);
});

it('stores it soon after the start, so that a long-running process does not store only the code it used last', async () => {
  const cacheFile = join(folder, 'soon');
  await writeFile(
    join(folder, 'script.cjs'),
    `const { existsSync, readFileSync } = require('node:fs');
    exports.answer = () => 'up';
    exports.goOn = (kept) => {
      const look = setInterval(() => {
        if (!existsSync(kept)) return;
        clearInterval(look);
        const early = readFileSync(kept);
        process.once('exit', () => console.log(readFileSync(kept).equals(early)));
      }, 5);
    };`,
  );
  expect(await runProgram(cacheFile, '0')).toEqual(['up\ntrue\n', '']);
});

it('compiles a changed file again, even one of the same length', async () => {
  const cacheFile = join(folder, 'changed');
  await createModule('one ');
  await runProgram(cacheFile);
  await createModule('two ');
  expect(await runProgram(cacheFile)).toEqual(['two true\n', '']);
});

it.each([0, 40, -9])('compiles again when byte %i of the cache file is damaged', async (at) => {
  const cacheFile = join(folder, 'damaged');
  await createModule('one ');
  await runProgram(cacheFile);
  const original = await readFile(cacheFile);
  const damaged = Buffer.from(original);
  damaged[(at + damaged.length) % damaged.length]! ^= 0x10;
  await writeFile(cacheFile, damaged);
  expect(await runProgram(cacheFile)).toEqual(['one true\n', '']);
  expect((await readFile(cacheFile)).equals(damaged)).toBe(false);
});

it('works without a cache when none can be written', async () => {
  await createModule('one ');
  expect(await runProgram(join(folder, 'script.cjs', 'kept'))).toEqual(['one true\n', '']);
});
