/** Errors of edits that can't be saved (C-293). */
import { ApiError } from '#spec/errors.ts';

/** The error of an edit that was not made, because the previous one could not be saved. @param failure SAVE_FAILED */
export const createEditRejectedError = ({ reason, details }: ApiError): ApiError =>
  new ApiError('SAVE_FAILED', `Nothing was changed: ${reason}`, { ...details, applied: false });

/** The error of the edit whose saving failed first. It can't be undone. @param failure SAVE_FAILED */
export const createUnsavedEditError = ({ reason, details }: ApiError): ApiError =>
  new ApiError(
    'SAVE_FAILED',
    `The edit was made, but not saved: ${reason}`,
    { ...details, applied: true },
    'Do not repeat it: it will be saved as soon as possible. Until then GET /api/health shows unsavedSince.',
  );
