/** Files on the user's computer that are to become assets. */

export interface LocalFile {
  /** The path of the asset: the file's name, or its path in a dropped folder. */
  readonly path: string;
  readonly file: File;
}

/** The maximum number of files that are read from dropped folders. */
const maxFiles = 1_000;

const isHidden = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'));

/** Returns the files that were dropped, including those in dropped folders. Hidden files are left out. */
export const readDroppedFiles = async ({ items, files }: DataTransfer): Promise<LocalFile[]> => {
  // The entries are available only before the first asynchronous step.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plainFiles = toLocalFiles(files);
  if (!entries.some(({ isDirectory }) => isDirectory)) return plainFiles;
  const found: LocalFile[] = [];
  const pending = entries.map((entry) => ({ entry, path: entry.name }));
  for (let next = pending.shift(); next && found.length < maxFiles; next = pending.shift()) {
    const { entry, path } = next;
    if (isHidden(path)) continue;
    if (isFile(entry)) found.push({ path, file: await readFile(entry) });
    else if (isDirectory(entry))
      for (const child of await readFolder(entry))
        pending.push({ entry: child, path: `${path}/${child.name}` });
  }
  return found;
};

const toLocalFiles = (files: FileList): LocalFile[] =>
  [...files].filter(({ name }) => !isHidden(name)).map((file) => ({ path: file.name, file }));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads all entries of a folder. A reader returns them in parts, of which the last one is empty. */
const readFolder = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
};

/** Opens the browser's file picker. Resolves to the chosen files, or to none if the user cancels. */
export const chooseFiles = (): Promise<LocalFile[]> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.onchange = () => resolve(input.files ? toLocalFiles(input.files) : []);
    input.oncancel = () => resolve([]);
    input.click();
  });
