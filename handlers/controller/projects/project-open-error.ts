import { ApiError } from '#spec/errors.ts';

export const createProjectOpenError = (path: string, reason: string): ApiError =>
  new ApiError('ACTION_FAILED', reason, {
    ...{ parameter: 'path', path },
    expected: 'the absolute path of a folder with a project.json, or of that file',
  });
