/** Uploads files from the user's computer to the assets of the project. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { type AssetFileType, findAssetFileType } from '#spec/asset-kinds.ts';
import { createClient } from '#spec/client/index.ts';
import { createFetchWithClearErrors } from '../session/session.ts';
import { placeAsset, type PlacingServices } from './place-asset.ts';
import { toUnusedPaths } from './unused-paths.ts';
import { createUploadFetch } from './upload-fetch.ts';
import type { Confirmation } from '../app/confirmation.tsx';
import type { Position } from '../scene-view/position.ts';
import type { Session } from '../session/session.ts';
import type { LocalFile } from './local-files.ts';

export interface AssetUploads {
  /** The number of files that have been uploaded. It changes whenever the list of assets has changed. */
  readonly count: ReadonlySignal<number>;
  /**
   * Uploads files, and asks before it replaces others. Notices show the progress and the result.
   * @param position where to place models, images and objects in the scene; by default, they are only uploaded
   */
  upload(files: readonly LocalFile[], position?: Position): Promise<void>;
}

interface UploadServices extends PlacingServices {
  readonly session: Pick<Session, 'client' | 'address'>;
  readonly confirmation: Confirmation;
}

export const uploadRoute = 'PUT /api/assets/files/{path}';

/** The types of assets that can be placed in the scene. */
const placeableTypes: ReadonlySet<AssetFileType> = new Set<AssetFileType>(['model', 'image', 'bundled']);

const isModel = ({ path }: LocalFile): boolean => findAssetFileType(path) === 'model';

export const createAssetUploads = (services: UploadServices): AssetUploads => {
  const { session, notices, confirmation, layout } = services;
  const count = signal(0);

  /** Returns the files with the paths that the user wants them to have, or `undefined` if the user cancels. */
  const resolveConflicts = async (files: readonly LocalFile[]): Promise<readonly LocalFile[] | undefined> => {
    const listed = await session.client.request('GET /api/assets/files', { query: { include: 'path' } });
    const existing = new Set(listed.flatMap(({ path }) => (path === undefined ? [] : [path])));
    const replaced = files.filter(({ path }) => existing.has(path));
    if (replaced.length === 0) return files;
    const answer = await confirmation.choose({
      title:
        replaced.length === 1
          ? `${replaced[0]?.path} exists already`
          : `${replaced.length} of the files exist already`,
      text: 'Objects that show the existing file change if you replace it. This can’t be undone.',
      otherLabel: 'Keep both',
      confirmLabel: 'Replace',
    });
    if (answer === 'confirmed') return files;
    if (answer === undefined) return undefined;
    const paths = toUnusedPaths(
      files.map(({ path }) => path),
      existing,
    );
    return files.map(({ file, path }, index) => ({ file, path: paths[index] ?? path }));
  };

  /** Uploads files one after another. Returns those that the service has accepted. */
  const sendFiles = async (files: readonly LocalFile[]): Promise<readonly LocalFile[]> => {
    const cancelling = new AbortController();
    const progress = notices.showProgress(() => cancelling.abort());
    const { url, token } = session.address;
    const accepted: LocalFile[] = [];
    try {
      for (const [index, local] of files.entries()) {
        const position = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
        const text = `Uploading ${local.path}${position}`;
        progress.update(text, 0);
        const client = createClient({
          url,
          ...(token !== undefined && { token }),
          fetch: createFetchWithClearErrors(createUploadFetch((fraction) => progress.update(text, fraction))),
        });
        try {
          const { path, file: body } = local;
          await client.request(uploadRoute, { params: { path }, body, signal: cancelling.signal });
          accepted.push(local);
          count.value += 1;
        } catch (failure) {
          if (cancelling.signal.aborted) break;
          notices.showError(failure);
        }
      }
    } finally {
      progress.end();
    }
    return accepted;
  };

  const reportUpload = ([first, ...others]: readonly LocalFile[]): void => {
    if (!first) return;
    const text = others.length === 0 ? `Uploaded ${first.path}.` : `Uploaded ${others.length + 1} files.`;
    notices.showInfo(text, { label: 'Show the assets', run: () => layout.showLeftPanel('assets') });
  };

  const upload = async (files: readonly LocalFile[], position: Position | undefined): Promise<void> => {
    const supported = files.filter(({ path }) => findAssetFileType(path) !== undefined);
    const ignored = files.filter((file) => !supported.includes(file));
    if (ignored.length > 0) notices.showError(new Error(formatIgnoredFiles(ignored)));
    if (supported.length === 0) return;
    const resolved = await resolveConflicts(supported);
    if (!resolved) return;
    const accepted = await sendFiles(sortForUpload(resolved));
    reportUpload(accepted);
    if (!position) return;
    // The images beside a model are its textures.
    const models = accepted.filter(isModel);
    const placed =
      models.length > 0 ? models : accepted.filter(({ path }) => isPlaceable(findAssetFileType(path)));
    for (const { path } of placed) await placeAsset(path, services, position);
  };

  return {
    count,
    upload: async (files, position) => void (await notices.runAndReport(() => upload(files, position))),
  };
};

const isPlaceable = (type: AssetFileType | undefined): boolean =>
  type !== undefined && placeableTypes.has(type);

/** Sorts models after the files to which they may refer, because the service checks a model with these files. */
const sortForUpload = (files: readonly LocalFile[]): readonly LocalFile[] => [
  ...files.filter((file) => !isModel(file)),
  ...files.filter(isModel),
];

const maxNamedFiles = 3;

const formatIgnoredFiles = (files: readonly LocalFile[]): string => {
  const names = files.slice(0, maxNamedFiles).map(({ path }) => path);
  const others = files.length - names.length;
  const list = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `Not uploaded, because no asset has such a name: ${list}.`;
};
