import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** In `dist`, all files are in one folder. */
const uplotFolder = import.meta.url.endsWith('.ts') ? '../../../node_modules/uplot/dist/' : './';

/** Reads the plotting library: its script, which declares `uPlot`, and its style sheet. */
export const readUplot = async (): Promise<{ script: string; style: string }> => {
  const read = (name: string): Promise<string> =>
    readFile(fileURLToPath(new URL(`${uplotFolder}${name}`, import.meta.url)), 'utf8');
  return { script: await read('uPlot.iife.min.js'), style: await read('uPlot.min.css') };
};
