/**
 * Generates all assets of the demo project from code: a textured, skinned model with three clips, a sound and an image.
 * Each run writes exactly the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateChime } from './assets/generate-chime.ts';
import { generateFlowerImage } from './assets/generate-flower-image.ts';
import { generateFlowerModel } from './assets/generate-flower-model.ts';

/** Generates the assets of the demo project, keyed by file name. */
export const generateAssets = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const image = generateFlowerImage();
  return new Map([
    ['sunflower.glb', await generateFlowerModel(image)],
    ['sunflower.png', image],
    ['chime.wav', generateChime()],
  ]);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../fixtures/projects/demo/assets/', import.meta.url));
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of await generateAssets()) await writeFile(join(folder, name), bytes);
}
