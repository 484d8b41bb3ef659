import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTypeface, readTypefaceLicense } from './generate-typeface.ts';

const isInstalled = existsSync(new URL('node_modules', import.meta.url));
const hint = isInstalled ? '' : ' (npm run typeface:install brings the font)';

it.runIf(isInstalled)(`the typeface and its licence equal the output of the script${hint}`, async () => {
  const fonts = new URL('../../../runtime/scene/assets/fonts/', import.meta.url);
  const committed = await readFile(new URL('dejavu-sans.json', fonts), 'utf8');
  expect(JSON.parse(committed)).toEqual(await generateTypeface());
  expect(await readFile(new URL('LICENSE', fonts), 'utf8')).toBe(await readTypefaceLicense());
});
