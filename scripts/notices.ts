import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licences of everything from other authors that went into a bundle, as their terms ask for. */
export const thirdPartyNotices = async ({ inputs }: Metafile): Promise<string> => {
  const folders = new Set(Object.keys(inputs).flatMap((path) => packageFolder.exec(path)?.[1] ?? []));
  const notices = await Promise.all([...folders].sort().map(noticeOf));
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
};

const noticeOf = async (folder: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  const text = file
    ? await readFile(join(folder, file), 'utf8')
    : 'The package brings no licence text of its own.\n';
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}`;
};
