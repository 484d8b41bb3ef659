import { ApiError } from '#spec/errors.ts';
import { deserializeApiError, type SerializedApiError } from '../../link/runtime-requests.ts';
import { createWorkerThread, openPackageWorker } from '../../shared/worker-thread.ts';
import { type AssetCheckRequest, findAssetSizeError } from './check-asset.ts';

interface WorkerAssetCheckerOptions {
  /** The timeout for a single file in milliseconds. */
  readonly timeoutMs?: number;
}

/** Creates a checker that reads asset files in a worker thread. */
export const createWorkerAssetChecker = ({ timeoutMs = 60_000 }: WorkerAssetCheckerOptions = {}) => {
  const thread = createWorkerThread<AssetCheckRequest, SerializedApiError | undefined>({
    name: 'asset',
    timeoutMs,
    openWorker: () => openPackageWorker(new URL('./asset-worker.ts', import.meta.url), 'asset-worker.js'),
    createTimeoutError: () => new Error(`it took longer than ${timeoutMs / 1000} s`),
    createClosedError: () =>
      new ApiError('NO_PROJECT', 'The service was closed before the file had been checked.'),
  });
  return {
    findSizeError: findAssetSizeError,
    async findContentError(folder: string, tag: string, stagedPath: string): Promise<ApiError | undefined> {
      try {
        const error = await thread.request(() => ({ folder, tag, stagedPath }));
        return error && deserializeApiError(error);
      } catch (failure) {
        if (failure instanceof ApiError) throw failure;
        return new ApiError(
          'ACTION_FAILED',
          `The asset '${tag}' could not be checked: ${failure instanceof Error ? failure.message : 'unknown'}.`,
          { asset: tag },
        );
      }
    },
    close: thread.close,
  };
};
