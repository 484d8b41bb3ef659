import type { Exchange } from './exchange.ts';

export const mask = '•••';

const secretHeaders = new Set(['authorization', 'cookie', 'set-cookie']);

/**
 * Creates a function that removes the given secrets from recordings, and hides every header that contains one of these
 * secrets.
 */
export const createRedactor = (secrets: readonly string[]) => {
  const nonEmpty = secrets.filter((secret) => secret !== '');
  const text = (value: string): string => {
    const masked = nonEmpty.reduce((partial, secret) => partial.replaceAll(secret, mask), value);
    return masked.includes('access_token=')
      ? masked.replace(/(access_token=)[^&\s"]+/g, `$1${mask}`)
      : masked;
  };
  const headers = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, secretHeaders.has(name) ? mask : text(value)]),
    );
  const exchange = (recorded: Exchange): Exchange => ({
    ...recorded,
    request: {
      ...recorded.request,
      url: text(recorded.request.url),
      headers: headers(recorded.request.headers),
      ...(recorded.request.body !== undefined && { body: text(recorded.request.body) }),
    },
    ...(recorded.response && {
      response: {
        ...recorded.response,
        headers: headers(recorded.response.headers),
        body: text(recorded.response.body),
      },
    }),
  });
  return { text, exchange };
};
