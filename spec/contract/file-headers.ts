/** The headers with which clients read and write files (RFC 9110), as the documents describe them. */

export const fileRequestHeaders = {
  'If-Match': 'The ETag that the file must have, or * for any file',
  'If-None-Match': 'The ETag that the file must not have, or * for no file',
  Range: 'The bytes to return, such as bytes=0-1023. Only a single range is supported',
  'If-Range': 'The ETag with which Range applies; otherwise, the whole file is returned',
} as const;

export const fileResponseHeaders = {
  ETag: 'The hash of the file in quotes',
  'Accept-Ranges': 'Always bytes',
  'Content-Range': 'The returned bytes, in a response to a request with Range',
} as const;

export type FileRequestHeader = keyof typeof fileRequestHeaders;
export type FileResponseHeader = keyof typeof fileResponseHeaders;
