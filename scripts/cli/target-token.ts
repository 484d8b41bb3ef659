import { UsageError } from './exit-codes.ts';

export interface TokenOptions {
  readonly token?: string;
  readonly tokenEnv?: string;
}

/** The token that the user named. @throws UsageError when the variable is not set */
export const readToken = ({ token, tokenEnv }: TokenOptions): string | undefined => {
  if (tokenEnv === undefined) return token;
  const value = process.env[tokenEnv];
  if (value) return value;
  throw new UsageError(
    `the environment variable ${tokenEnv} is not set; set it with export ${tokenEnv}=$(npx scene-runtime token)`,
  );
};
