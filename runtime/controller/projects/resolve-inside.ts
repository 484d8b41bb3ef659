import { Fault } from '#spec/errors.ts';
import { placeInside } from '../../disk/inside.ts';
import { projectPath } from './project-path.ts';

/**
 * The absolute place of a project path; symbolic links may not lead out of the folder.
 * @throws Fault INVALID_REQUEST
 */
export const resolveInside = async (folder: string, path: string): Promise<string> => {
  const target = await placeInside(folder, projectPath(path));
  if (target !== undefined) return target;
  throw new Fault('INVALID_REQUEST', `'path' is '${path}', which leads out of the project folder.`, { path });
};
