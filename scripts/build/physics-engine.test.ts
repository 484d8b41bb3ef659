import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { run } from '../testing.ts';
import { copyRead, nodeBuild } from './bundle.ts';

/** Says whether the engine is there before the first body, after it, and where the body has fallen to. */
const program = `
import { createPhysics } from './runtime/scene/physics/physics.ts';
import { engineMemory } from './runtime/scene/physics/rapier.ts';

const world = createPhysics({ fixedStep: 1 / 60 });
world.step();
world.raycast({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 1, z: 0 }, maxDistance: 1 });
const before = engineMemory();
const body = world.create({ owner: 'body', type: 'dynamic' });
for (let step = 0; step < 60; step += 1) world.step();
console.log(before, engineMemory() > 0, Math.round(world.pose(body).position.y));
`;

it('loads the physics engine from a file beside what is built, with the first body and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-physics-'));
  try {
    const stdin = { contents: program, resolveDir: '.', loader: 'ts' } as const;
    await build({ ...nodeBuild, splitting: false, stdin, outfile: join(folder, 'program.mjs') });
    expect(await readFile(join(folder, 'program.mjs'), 'utf8')).not.toContain('AGFzbQEAAAA');
    expect((await stat(join(folder, 'program.mjs'))).size).toBeLessThan(2e6);
    await copyRead(folder);
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'program.mjs')]);
    expect([stdout, stderr]).toEqual(['0 true -5\n', '']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
