import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { runCommand } from '../../fixtures/testing-cli.ts';
import { copyLazyFiles, nodeBuild } from './bundle-package.ts';

/** Prints whether the engine is loaded before and after the first body is added, and where the body has fallen to. */
const physicsProgram = `
import { createPhysics } from './runtime/scene/physics/physics.ts';
import { getEngineMemory } from './runtime/scene/physics/rapier.ts';

const world = createPhysics({ fixedStep: 1 / 60 });
world.step();
world.raycast({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 1, z: 0 }, maxDistance: 1 });
const before = getEngineMemory();
const body = world.create({ owner: 'body', type: 'dynamic' });
for (let step = 0; step < 60; step += 1) world.step();
console.log(before, getEngineMemory() > 0, Math.round(world.getPose(body).position.y));
`;

/** Prints how many additional modules a regular expression loads, and the result or error of the expression. */
const regexProgram = `
import { createRequire } from 'node:module';
import { replaceMatches } from './runtime/nodes/string/regex-replace.ts';

const loaded = () => Object.keys(createRequire(import.meta.url).cache).length;
const before = loaded();
const replace = (pattern) =>
  replaceMatches({ text: 'a-b', pattern, replacement: '$2$1' }, { pattern: undefined, failure: undefined }, { spendSteps() {} });
console.log([...replace('(a)-(b)').pieces].join(''), loaded() - before, 'failure' in replace('(?=a)'));
`;

const engineCases = [
  {
    name: 'the physics engine, with the first body',
    program: physicsProgram,
    excludedText: 'AGFzbQEAAAA',
    maxBytes: 2e6,
    expectedOutput: '0 true -5\n',
  },
  {
    name: 'the regular expression engine, with the first expression',
    program: regexProgram,
    excludedText: 'missing closing )',
    maxBytes: 1e6,
    expectedOutput: 'ba 1 true\n',
  },
];

it.each(engineCases)(
  'loads from a file beside the bundle, and not before: $name',
  async ({ program, excludedText, maxBytes, expectedOutput }) => {
    const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-engine-'));
    const outfile = join(folder, 'program.mjs');
    try {
      const stdin = { contents: program, resolveDir: '.', loader: 'ts' } as const;
      await build({ ...nodeBuild, splitting: false, stdin, outfile });
      expect(await readFile(outfile, 'utf8')).not.toContain(excludedText);
      expect((await stat(outfile)).size).toBeLessThan(maxBytes);
      await copyLazyFiles(folder);
      const { stdout, stderr } = await runCommand(process.execPath, [outfile]);
      expect([stdout, stderr]).toEqual([expectedOutput, '']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
