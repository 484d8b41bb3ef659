import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateAssets } from './generate-assets.ts';

it('the assets of the demo project equal the output of the script', async () => {
  for (const [name, bytes] of await generateAssets()) {
    const committed = await readFile(new URL(`../../fixtures/projects/demo/assets/${name}`, import.meta.url));
    expect([name, Buffer.from(bytes).equals(committed)]).toEqual([name, true]);
  }
});
