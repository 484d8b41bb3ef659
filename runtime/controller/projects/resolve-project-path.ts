import { resolvePathInside } from '../../storage/safe-path.ts';
import { normalizeProjectPath } from './project-path.ts';

/**
 * Returns the absolute path of a project path.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the folder; UnsafeLinkError for one that does so
 * through a link
 */
export const resolveProjectPath = async (folder: string, path: string): Promise<string> =>
  resolvePathInside(folder, normalizeProjectPath(path));
