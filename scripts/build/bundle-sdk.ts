/** Bundles the SDK for runtimes: one file for Node, one for browsers, and types that depend on nothing else. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { generateDeclarations, portableBuildOptions } from './bundle-portable.ts';
import type * as sdk from '../../runtime/sdk/index.ts';

const root = new URL('../..', import.meta.url).pathname;

/** esbuild options for the SDK in browsers. */
const browserSdkBuild = {
  ...portableBuildOptions,
  entryPoints: { 'runtime-browser': join(root, 'runtime/sdk/browser.ts') },
  inject: [...portableBuildOptions.inject, join(root, 'handlers/portable/shims/set-immediate.ts')],
} as const satisfies BuildOptions;

const exportedValues = {
  connect: 'Connect',
  CommandError: 'CommandErrorClass',
} as const satisfies Record<keyof typeof sdk, string>;

/**
 * Writes the SDK into a folder.
 * @param nodeBuild esbuild options for code that runs on Node
 * @returns the metafiles of the two builds
 */
export const bundleSdk = async (folder: string, nodeBuild: BuildOptions): Promise<readonly Metafile[]> => {
  const node = await build({
    ...nodeBuild,
    splitting: false,
    // Node prints the line of an error that is not caught, which should not fill the terminal.
    lineLimit: 160,
    metafile: true,
    entryPoints: { 'runtime-node': join(root, 'runtime/sdk/index.ts') },
    outdir: folder,
  });
  const browser = await build({ ...browserSdkBuild, outdir: folder });
  await writeTypes(join(folder, 'runtime'));
  return [node.metafile, browser.metafile];
};

/** Writes the public type declarations, which refer to no other file and to no package. */
const writeTypes = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of await generateDeclarations(['runtime/sdk/api.ts']))
    await writeFile(join(folder, name), text);
  const lines = [
    `import type { ${Object.values(exportedValues).join(', ')} } from './api.js';`,
    "export type * from './api.js';",
    ...Object.entries(exportedValues).map(([name, type]) => `export declare const ${name}: ${type};`),
  ];
  await writeFile(join(folder, 'index.d.ts'), `${lines.join('\n')}\n`);
};
