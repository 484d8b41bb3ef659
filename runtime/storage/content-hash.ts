import { createHash } from 'node:crypto';

/** Creates a hash of content that arrives in pieces. */
export const createContentHash = () => {
  const hash = createHash('sha256');
  return {
    update: (piece: string | Uint8Array): void => void hash.update(piece),
    digest: (): string => hash.digest('base64url'),
  };
};

/** Returns the hash of the content of a file. */
export const hashContent = (content: string | Uint8Array): string => {
  const hash = createContentHash();
  hash.update(content);
  return hash.digest();
};
