import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { graphsFolder, projectFile } from '../../handlers/controller/projects/project.ts';
import { serializeProjectFile } from '../../handlers/controller/projects/project-file-format.ts';
import { assetFolders } from '#spec/asset-kinds.ts';
import type { TemplateName } from './project-template-names.ts';

const [assetsFolder] = assetFolders;
const preserveExisting = { recursive: true, force: false };

const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url);

const shippedTemplates = {
  demo: new URL('fixtures/projects/demo/', root),
  graphs: new URL('fixtures/graphs/', root),
} as const satisfies Record<Exclude<TemplateName, 'empty'>, URL>;

/**
 * Creates a project in a folder, and creates the folder if it is missing. Existing files stay unchanged. `project.json`
 * is written last, so a folder that contains it is complete.
 * @throws the file system's error, after removing everything that was created
 */
export const createProject = async (folder: string, template: TemplateName): Promise<void> => {
  const graphs = join(folder, graphsFolder);
  const projectHead = join(folder, projectFile);
  const createdFolder = await mkdir(graphs, { recursive: true });
  try {
    if (template === 'empty') {
      await writeFile(projectHead, serializeProjectFile(new Map()));
    } else {
      const source = fileURLToPath(shippedTemplates[template]);
      await cp(join(source, graphsFolder), graphs, preserveExisting);
      if (template === 'demo')
        await cp(join(source, assetsFolder), join(folder, assetsFolder), preserveExisting);
      await cp(join(source, projectFile), projectHead);
    }
  } catch (failure) {
    await rm(projectHead, { force: true });
    if (createdFolder) await rm(createdFolder, { recursive: true, force: true });
    throw failure;
  }
};
