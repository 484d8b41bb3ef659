import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFilesResult } from '../micro/project-files-bench.ts';

interface GraphFile {
  readonly nodes: readonly { readonly id: string }[];
}

/**
 * Creates a baseline that does the minimum work of opening and saving a project: it reads and parses every file into a
 * map, then writes every file back.
 */
export const createProjectFilesBaseline = () => ({
  async run({ folder }: { folder: string }): Promise<ProjectFilesResult> {
    const graphs = join(folder, 'graphs');
    const start = performance.now();
    const contents = new Map<string, GraphFile>();
    const nodes = new Map<string, object>();
    for (const name of await readdir(graphs)) {
      const content = JSON.parse(await readFile(join(graphs, name), 'utf8')) as GraphFile;
      contents.set(name, content);
      for (const node of content.nodes) nodes.set(node.id, node);
    }
    const openMs = performance.now() - start;

    const saveStart = performance.now();
    for (const [name, content] of contents) await replaceFile(join(graphs, name), JSON.stringify(content));
    return { openMs, saveMs: performance.now() - saveStart, nodes: nodes.size, saved: contents.size };
  },
});

const replaceFile = async (path: string, text: string): Promise<void> => {
  const file = await open(`${path}.tmp`, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
};
