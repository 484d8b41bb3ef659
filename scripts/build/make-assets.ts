/**
 * Writes the assets of our own making, each from nothing but what stands here: a textured, skinned model with three
 * clips, a sound and an image. The same bytes at each run.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chime } from './assets/chime.ts';
import { flowerImage } from './assets/flower-image.ts';
import { flowerModel } from './assets/flower-model.ts';

/** The files of a project that shows assets, by name. */
export const makeAssets = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const image = flowerImage();
  return new Map([
    ['sunflower.glb', await flowerModel(image)],
    ['sunflower.png', image],
    ['chime.wav', chime()],
  ]);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../fixtures/projects/demo/assets/', import.meta.url));
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of await makeAssets()) await writeFile(join(folder, name), bytes);
}
