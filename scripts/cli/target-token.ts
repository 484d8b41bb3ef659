import { UsageError } from './exit-codes.ts';

export interface TokenOptions {
  readonly token?: string | undefined;
  readonly tokenEnv?: string | undefined;
}

/**
 * Returns the token that the user gave.
 * @throws UsageError if the environment variable is not set
 */
export const readToken = ({ token, tokenEnv }: TokenOptions): string | undefined => {
  if (tokenEnv === undefined) return token;
  const value = process.env[tokenEnv];
  if (value) return value;
  throw new UsageError(
    `The environment variable ${tokenEnv} is not set. Run: export ${tokenEnv}=$(npx scene-runtime token)`,
  );
};
