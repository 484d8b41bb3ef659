import { encodePng } from '#runtime/shared/png.ts';
import { drawNode } from './dev/draw-node.ts';
import { toNodeTypeRecord } from './records.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { devOperations } from '#spec/rest/dev.ts';
import type { NodeCatalog } from '../controller/graphs/node-catalog.ts';
import type { Handlers, WriteImage } from '../pipeline/define-handler.ts';

export const devHandlers: Handlers<typeof devOperations> = {
  /** A host is a debug build only if its settings file names the folders for the images. */
  async exportNodePngs({ body }, { security, controller, writeImage, fail }) {
    const { nodeImages } = security.settings;
    if (!nodeImages || !writeImage) return fail('DEV_ENDPOINT_UNAVAILABLE');
    const succeeded: string[] = [];
    const failed: string[] = [];
    for (const [name, type] of resolveNodeTypes(controller.store.catalog, body?.NodeNames ?? [])) {
      const isDone =
        type !== undefined &&
        (await writeImages(type, nodeImages.folders, writeImage).then(
          () => true,
          () => false,
        ));
      (isDone ? succeeded : failed).push(name);
    }
    return { succeeded, failed };
  },
};

/** Returns the visible node type for each name, or all visible node types if no name is given. */
const resolveNodeTypes = (
  catalog: NodeCatalog,
  names: readonly string[],
): (readonly [name: string, type: NodeType | undefined])[] =>
  names.length > 0
    ? [...new Set(names)].map((name) => [name, catalog.find(name)])
    : catalog.listVisible().map((type) => [type.enumValue, type]);

/**
 * Writes a node type's image to all folders. The file name comes from the catalog, so that input never becomes part of
 * a path.
 */
const writeImages = async (
  type: NodeType,
  folders: readonly string[],
  writeImage: WriteImage,
): Promise<void> => {
  const image = await encodePng(drawNode(type, toNodeTypeRecord(type).name));
  for (const folder of folders) await writeImage(folder, `${type.enumValue}.png`, image);
};
