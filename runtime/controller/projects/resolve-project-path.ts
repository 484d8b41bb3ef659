import { resolvePathInside } from '../../storage/safe-path.ts';
import { normalizeProjectPath } from './project-path.ts';

/**
 * The absolute place of a project path; symbolic links may not lead out of the folder.
 * @throws ApiError INVALID_REQUEST for a path that leads out by itself; UnsafeLink for one that does so through a link
 */
export const resolveProjectPath = async (folder: string, path: string): Promise<string> =>
  resolvePathInside(folder, normalizeProjectPath(path));
