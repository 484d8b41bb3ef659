/** Gives the runtime access to the files of a project in a file store (C-120, C-220). */
import type { FileStore } from '../shared/file-store.ts';
import { type FileInfo, type FilesDevice, FileTooLargeError } from './files-device-types.ts';

/** Computes a short hash. Different contents of a file practically never have the same hash. */
const computeStamp = async (content: Uint8Array): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const toFileInfo = async (path: string, content: Uint8Array): Promise<FileInfo> => ({
  path,
  size: content.length,
  stamp: await computeStamp(content),
});

/**
 * Creates a device for the files in a store. The device doesn't watch the files, because only the runtime itself
 * changes them.
 */
export const createStoreFilesDevice = (store: FileStore): FilesDevice => {
  const readFileInfo = async (path: string): Promise<FileInfo | undefined> => {
    const content = await store.read(path);
    return content && toFileInfo(path, content);
  };
  return {
    open: () => ({
      stat: readFileInfo,
      async list(folder) {
        const fileInfos = await Promise.all((await store.list(folder)).map(readFileInfo));
        return fileInfos.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
      },
      async read(path, maxBytes) {
        const content = await store.read(path);
        if (content && content.length > maxBytes) throw new FileTooLargeError(content.length, maxBytes);
        return content;
      },
      async write(path, content) {
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        await store.write(path, bytes);
        return toFileInfo(path, bytes);
      },
      rename: store.rename,
      remove: store.remove,
      watch: async () => {},
      close() {},
    }),
  };
};
