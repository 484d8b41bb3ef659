import { ApiError } from '#spec/errors.ts';
import type { WriteConditions } from './asset-files.ts';

export const toEntityTag = (hash: string): string => `"${hash}"`;

/**
 * Whether a list of entity tags contains a tag, or is `*` and the tag exists.
 * @param header the value of If-Match, If-None-Match or If-Range
 */
export const matchesEntityTag = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && (header.trim() === '*' || header.split(',').some((item) => item.trim() === tag));

/**
 * Checks the conditions of a write.
 * @param hash the hash of the current file; `undefined` if there is none
 * @throws ApiError REVISION_CONFLICT
 */
export const checkWriteConditions = (
  path: string,
  hash: string | undefined,
  { ifMatch, ifNoneMatch }: WriteConditions,
): void => {
  const tag = hash === undefined ? undefined : toEntityTag(hash);
  const state = tag === undefined ? `there is no file '${path}'` : `the ETag of '${path}' is ${tag}`;
  if (ifMatch !== undefined && !matchesEntityTag(ifMatch, tag))
    throw createConflictError(`If-Match is ${ifMatch}, but ${state}.`, hash);
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, tag))
    throw createConflictError(`If-None-Match is ${ifNoneMatch}, but ${state}.`, hash);
};

const createConflictError = (reason: string, hash: string | undefined): ApiError =>
  new ApiError(
    'REVISION_CONFLICT',
    reason,
    { hash: hash ?? null },
    'GET /api/assets/files lists the current hashes, which are the ETags without quotes.',
  );
