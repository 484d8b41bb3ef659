/** A files device that keeps its files in memory. For tests only. */
import { type FileInfo, type FilesDevice, FileTooLargeError } from './files-device-types.ts';

type FileContent = string | Uint8Array;

/**
 * Creates a files device in memory.
 * @param content the contents of files keyed by path, which are the same in every folder that is opened
 */
export const createMemoryFilesDevice = (content: Readonly<Record<string, FileContent>> = {}) => {
  const files = new Map<string, { bytes: Uint8Array; stamp: string }>();
  const readPaths: string[] = [];
  let changed = (): void => {};
  let simulatedFailure: Error | undefined;
  let remainingChanges = 0;
  let stamps = 0;

  const setFile = (path: string, bytes: FileContent): void => {
    stamps += 1;
    files.set(path, { bytes: Buffer.from(bytes), stamp: String(stamps) });
  };
  for (const [path, bytes] of Object.entries(content)) setFile(path, bytes);

  const getFileInfo = (path: string): FileInfo | undefined => {
    const file = files.get(path);
    return file && { path, size: file.bytes.length, stamp: file.stamp };
  };
  const throwSimulatedFailure = (): void => {
    if (remainingChanges > 0) remainingChanges -= 1;
    else if (simulatedFailure) throw simulatedFailure;
  };

  const device: FilesDevice = {
    open: () => ({
      list: async (folder) =>
        [...files.keys()]
          .filter((path) => path.startsWith(`${folder}/`))
          .sort()
          .map((path) => getFileInfo(path)!),
      stat: async (path) => getFileInfo(path),
      async read(path, maxBytes) {
        const bytes = files.get(path)?.bytes;
        if (bytes) readPaths.push(path);
        if (bytes && bytes.length > maxBytes) throw new FileTooLargeError(bytes.length, maxBytes);
        return bytes;
      },
      async write(path, bytes) {
        throwSimulatedFailure();
        setFile(path, bytes);
        return getFileInfo(path)!;
      },
      async rename(from, to) {
        throwSimulatedFailure();
        const file = files.get(from);
        if (!file || files.has(to)) throw new Error(`'${from}' cannot become '${to}'`);
        files.delete(from);
        files.set(to, file);
      },
      async remove(path) {
        throwSimulatedFailure();
        files.delete(path);
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
    /** The paths of all files that were read, in order. */
    reads: readPaths,
    paths: () => [...files.keys()].sort(),
    text: (path: string) => Buffer.from(files.get(path)!.bytes).toString(),
    /** Changes a file in the same way as another program would. Deletes the file if no content is given. */
    change(path: string, bytes?: FileContent) {
      if (bytes === undefined) files.delete(path);
      else setFile(path, bytes);
      changed();
    },
    /**
     * Makes changes fail, either immediately or after the given number of changes. Without an error, makes changes work
     * again.
     */
    refuseChanges(failure?: Error, after = 0) {
      simulatedFailure = failure;
      remainingChanges = after;
    },
  };
};
