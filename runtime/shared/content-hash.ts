import { createHash } from 'node:crypto';

/** Creates a hash for content that is added in chunks. */
export const createContentHash = () => {
  const hash = createHash('sha256');
  return {
    update: (chunk: string | Uint8Array): void => void hash.update(chunk),
    digest: (): string => hash.digest('base64url'),
  };
};

export const hashContent = (content: string | Uint8Array): string => {
  const hash = createContentHash();
  hash.update(content);
  return hash.digest();
};
