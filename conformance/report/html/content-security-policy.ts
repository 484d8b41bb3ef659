import { createHash } from 'node:crypto';

const toCspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Creates a content security policy that allows this style and this script, and nothing else. */
export const createContentSecurityPolicy = (style: string, script: string): string =>
  [
    `default-src 'none'`,
    `style-src ${toCspHash(style)}`,
    `script-src ${toCspHash(script)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
