import { ApiError } from '#spec/errors.ts';

export const createProjectOpenError = (path: string, why: string): ApiError =>
  new ApiError('ACTION_FAILED', why, {
    ...{ parameter: 'path', path },
    expected: 'the absolute path of a folder with a project.json, or of that file',
  });
