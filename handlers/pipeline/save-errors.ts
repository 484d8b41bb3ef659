/** What a caller is answered whose edit cannot be saved (register: C-293). */
import { ApiError } from '#spec/errors.ts';

/** Of an edit that was not made, because the one before could not be saved either. @param failure SAVE_FAILED */
export const createEditRejectedError = ({ reason, details }: ApiError): ApiError =>
  new ApiError('SAVE_FAILED', `Nothing was changed: ${reason}`, { ...details, applied: false });

/** Of the edit whose saving failed first: it cannot be taken back. @param failure SAVE_FAILED */
export const createUnsavedEditError = ({ reason, details }: ApiError): ApiError =>
  new ApiError(
    'SAVE_FAILED',
    `The edit was made, but not saved: ${reason}`,
    { ...details, applied: true },
    'Do not repeat it: it is saved as soon as that is possible. GET /api/health shows unsavedSince until then.',
  );
