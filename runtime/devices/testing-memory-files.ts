/** A files device in memory, for tests. */
import { FileTooLargeError } from './files-device-types.ts';
import type { FileInfo, FilesDevice } from './files-device-types.ts';

type FileContent = string | Uint8Array;

/** @param content of files by path, the same in every folder that is opened */
export const createMemoryFilesDevice = (content: Readonly<Record<string, FileContent>> = {}) => {
  const held = new Map<string, { bytes: Uint8Array; stamp: string }>();
  const reads: string[] = [];
  let changed = (): void => {};
  let simulatedFailure: Error | undefined;
  let passing = 0;
  let stamps = 0;

  const put = (path: string, bytes: FileContent): void => {
    stamps += 1;
    held.set(path, { bytes: Buffer.from(bytes), stamp: String(stamps) });
  };
  for (const [path, bytes] of Object.entries(content)) put(path, bytes);

  const getFileInfo = (path: string): FileInfo | undefined => {
    const file = held.get(path);
    return file && { path, size: file.bytes.length, stamp: file.stamp };
  };
  const throwSimulatedFailure = (): void => {
    if (passing > 0) passing -= 1;
    else if (simulatedFailure) throw simulatedFailure;
  };

  const device: FilesDevice = {
    open: () => ({
      list: async (folder) =>
        [...held.keys()]
          .filter((path) => path.startsWith(`${folder}/`))
          .sort()
          .map((path) => getFileInfo(path)!),
      stat: async (path) => getFileInfo(path),
      async read(path, maxBytes) {
        const bytes = held.get(path)?.bytes;
        if (bytes) reads.push(path);
        if (bytes && bytes.length > maxBytes) throw new FileTooLargeError(bytes.length, maxBytes);
        return bytes;
      },
      async write(path, bytes) {
        throwSimulatedFailure();
        put(path, bytes);
        return getFileInfo(path)!;
      },
      async rename(from, to) {
        throwSimulatedFailure();
        const file = held.get(from);
        if (!file || held.has(to)) throw new Error(`'${from}' cannot become '${to}'`);
        held.delete(from);
        held.set(to, file);
      },
      async remove(path) {
        throwSimulatedFailure();
        held.delete(path);
      },
      async watch(_, listener) {
        changed = listener;
      },
      close() {
        changed = () => {};
      },
    }),
  };
  return {
    device,
    /** Paths of all read files, in order. */
    reads,
    paths: () => [...held.keys()].sort(),
    text: (path: string) => Buffer.from(held.get(path)!.bytes).toString(),
    /** Changes a file like another program. Without content, deletes it. */
    change(path: string, bytes?: FileContent) {
      if (bytes === undefined) held.delete(path);
      else put(path, bytes);
      changed();
    },
    /**
     * Makes changes fail, immediately or after the given number of changes. Without an error, makes them work again.
     */
    refuseChanges(failure?: Error, after = 0) {
      simulatedFailure = failure;
      passing = after;
    },
  };
};
