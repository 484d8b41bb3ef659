import { ApiError } from '#spec/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes the text of a body without its byte order mark (RFC 8259, 8.1).
 * @returns the text, or INVALID_REQUEST if the body is not UTF-8, because invalid bytes would be stored as replacement
 * characters
 */
export const decodeBody = (bytes: Uint8Array): string | ApiError => {
  try {
    return utf8.decode(bytes);
  } catch {
    return new ApiError('INVALID_REQUEST', 'The body is not UTF-8.');
  }
};

/** @returns UNSUPPORTED_MEDIA_TYPE if the body has a Content-Encoding */
export const findEncodingError = (coding: string | null | undefined): ApiError | undefined =>
  !coding || coding.toLowerCase() === 'identity'
    ? undefined
    : new ApiError('UNSUPPORTED_MEDIA_TYPE', `The content encoding '${coding}' is not supported.`);
