/** The worker thread that checks asset files. Reading a large model blocks its thread for seconds. */
import { createFilesDevice } from '../../devices/files-device.ts';
import { type SerializedApiError, serializeApiError } from '../../link/runtime-requests.ts';
import { handleWorkerRequests } from '../../shared/worker-thread-handler.ts';
import { type AssetCheckRequest, findAssetContentError } from './check-asset.ts';

handleWorkerRequests(
  async ({ folder, tag, stagedPath }: AssetCheckRequest): Promise<SerializedApiError | undefined> => {
    const error = await findAssetContentError(createFilesDevice().open(folder), tag, stagedPath);
    return error && serializeApiError(error);
  },
);
