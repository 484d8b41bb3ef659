import { ApiError } from '#spec/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a body. A byte order mark before it is no part of it (RFC 8259, 8.1).
 * @returns INVALID_REQUEST where it is no UTF-8: what cannot be read would be replaced by marks, and kept as them
 */
export const decodeBody = (bytes: Uint8Array): string | ApiError => {
  try {
    return utf8.decode(bytes);
  } catch {
    return new ApiError('INVALID_REQUEST', 'The body is not UTF-8.');
  }
};

/** @returns UNSUPPORTED_MEDIA_TYPE for a body that is compressed, by its Content-Encoding */
export const findEncodingError = (coding: string | null | undefined): ApiError | undefined =>
  !coding || coding.toLowerCase() === 'identity'
    ? undefined
    : new ApiError('UNSUPPORTED_MEDIA_TYPE', `The body is encoded as '${coding}'.`);
