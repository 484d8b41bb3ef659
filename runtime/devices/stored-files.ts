/** The files of a project in a store, as the runtime asks for them (register: C-120, C-220). */
import type { FileStore } from '../disk/file-store.ts';
import { type FileFacts, type FilesDevice, FileTooLarge } from './files.ts';

/** Tells every content from any other that a project is likely to have in the same place. */
const stampOf = async (content: Uint8Array): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const factsOf = async (path: string, content: Uint8Array): Promise<FileFacts> => ({
  path,
  size: content.length,
  stamp: await stampOf(content),
});

/** Nobody else changes what is in the store of a scene, so that nothing is watched. */
export const createStoredFiles = (store: FileStore): FilesDevice => {
  const facts = async (path: string): Promise<FileFacts | undefined> => {
    const content = await store.read(path);
    return content && factsOf(path, content);
  };
  return {
    open: () => ({
      facts,
      async list(folder) {
        const found = await Promise.all((await store.list(folder)).map(facts));
        return found.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
      },
      async read(path, mostBytes) {
        const content = await store.read(path);
        if (content && content.length > mostBytes) throw new FileTooLarge(content.length, mostBytes);
        return content;
      },
      async write(path, content) {
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        await store.write(path, bytes);
        return factsOf(path, bytes);
      },
      rename: store.rename,
      remove: store.remove,
      watch: async () => {},
      close() {},
    }),
  };
};
