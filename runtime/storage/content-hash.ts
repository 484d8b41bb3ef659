import { createHash } from 'node:crypto';

/** A print of content that comes in pieces. */
export const createContentHash = () => {
  const hash = createHash('sha256');
  return {
    update: (piece: string | Uint8Array): void => void hash.update(piece),
    digest: (): string => hash.digest('base64url'),
  };
};

/** What tells the content of a file from any other. */
export const hashContent = (content: string | Uint8Array): string => {
  const hash = createContentHash();
  hash.update(content);
  return hash.digest();
};
