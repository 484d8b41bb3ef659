import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Collects the licences and notices of all third-party code in the package, as the licences require.
 * @param copied the folders of packages whose files are copied without bundling
 * @param others notices of code that is in no package
 */
export const collectThirdPartyNotices = async (
  inputs: Metafile['inputs'],
  copied: readonly string[],
  others: readonly string[],
): Promise<string> => {
  const bundled = Object.keys(inputs).flatMap((path) => packageFolder.exec(path)?.[1] ?? []);
  const folders = new Set([...bundled, ...copied]);
  const notices = await Promise.all([...folders].sort().map(readNotice));
  return [...notices, ...others].join(`\n${'-'.repeat(80)}\n\n`);
};

const readNotice = async (folder: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const text = texts.join('\n') || 'The package contains no licence text.\n';
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}`;
};
