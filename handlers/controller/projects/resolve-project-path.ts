import { resolvePathInside } from '#runtime/shared/safe-path.ts';
import { normalizeProjectPath } from './project-path.ts';

/**
 * Converts a project path to an absolute path.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the folder
 * @throws UnsafeLinkError for a path that leads out of the folder through a link
 */
export const resolveProjectPath = async (folder: string, path: string): Promise<string> =>
  resolvePathInside(folder, normalizeProjectPath(path));
