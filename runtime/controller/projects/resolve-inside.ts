import { placeInside } from '../../disk/inside.ts';
import { projectPath } from './project-path.ts';

/**
 * The absolute place of a project path; symbolic links may not lead out of the folder.
 * @throws Fault INVALID_REQUEST for a path that leads out by itself; UnsafeLink for one that does so through a link
 */
export const resolveInside = async (folder: string, path: string): Promise<string> =>
  placeInside(folder, projectPath(path));
