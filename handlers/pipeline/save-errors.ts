/** Creates the errors for edits that can't be saved (C-293). */
import { ApiError } from '#spec/errors.ts';

/**
 * Creates the error for an edit that was not made because the previous edit could not be saved.
 * @param failure the SAVE_FAILED error
 */
export const createEditRejectedError = ({ reason, details }: ApiError): ApiError =>
  new ApiError('SAVE_FAILED', `Nothing was changed: ${reason}`, { ...details, applied: false });

/**
 * Creates the error for the first edit that could not be saved. This edit can't be undone.
 * @param failure the SAVE_FAILED error
 */
export const createUnsavedEditError = ({ reason, details }: ApiError): ApiError =>
  new ApiError(
    'SAVE_FAILED',
    `The edit was made, but not saved: ${reason}`,
    { ...details, applied: true },
    'Do not repeat it: it will be saved as soon as possible. Until then GET /api/health shows unsavedSince.',
  );
