/** Sends HTTP requests to the hosts that the user has allowed (C-31). */
import { isAllowedHost } from '../shared/host-checks.ts';
import type { HttpDevice, HttpOutcome, HttpRequest } from '../integrations/http.ts';

export interface HttpDeviceOptions {
  /** Returns the allowed hosts. This function is called for each request. */
  allowedHosts(): readonly string[];
  /** The maximum number of bytes in a response; 1 MiB by default. */
  readonly maxResponseBytes?: number;
}

/** Explains why a request has no response. The message is intended for the author of the graph. */
class HttpRequestError extends Error {}

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that can safely be forwarded to another origin, because they contain no credentials. */
const crossOriginHeaders = ['accept', 'accept-language', 'content-type'];
/** Matches headers that only the HTTP client may set. */
const connectionHeaders =
  /^(host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

export const createHttpDevice = ({
  allowedHosts,
  maxResponseBytes = 1024 * 1024,
}: HttpDeviceOptions): HttpDevice => {
  const resolveAllowedUrl = (address: string, base?: URL): URL => {
    const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
      throw new HttpRequestError('The address is not an http or https address.');
    }
    if (url.username !== '' || url.password !== '') {
      throw new HttpRequestError(
        'The address contains a user name or password. Use the header Authorization instead.',
      );
    }
    if (!isAllowedHost(url, allowedHosts())) {
      throw new HttpRequestError(`The host '${url.host}' is not among 'allowedHosts' of the settings.`);
    }
    return url;
  };

  const fetchResponse = async (
    { url, ...request }: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpOutcome> => {
    let hop = { ...request, url: resolveAllowedUrl(url), headers: validateHeaders(request.headers) };
    for (let redirectCount = 0; ; redirectCount++) {
      const response = await sendHop(hop, signal);
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return readResponse(response, maxResponseBytes);
      await response.body?.cancel();
      if (redirectCount === maxRedirects)
        throw new HttpRequestError(`'${hop.url.host}' causes too many redirects.`);
      hop = createRedirectHop(hop, response.status, resolveAllowedUrl(location, hop.url));
    }
  };

  return {
    send(request, finish, signal) {
      const timeout = AbortSignal.timeout(Math.ceil(request.timeout * 1000));
      const describeFailure = (failure: unknown): string => {
        if (failure instanceof HttpRequestError) return failure.message;
        if (timeout.aborted) return `There was no complete response within ${request.timeout} seconds.`;
        return `The host cannot be reached${describeConnectionError(failure)}.`;
      };
      fetchResponse(request, AbortSignal.any([signal, timeout])).then(
        (outcome) => finish(outcome),
        (failure) => {
          if (!signal.aborted) finish({ error: describeFailure(failure) });
        },
      );
    },
  };
};

interface RequestHop extends Omit<HttpRequest, 'url'> {
  readonly url: URL;
}

const sendHop = ({ url, method, headers, body }: RequestHop, signal: AbortSignal): Promise<Response> =>
  fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });

/**
 * Creates the request to send after a redirect, following the same rules as browsers. Redirects from https to http are
 * rejected.
 */
const createRedirectHop = (hop: RequestHop, status: number, url: URL): RequestHop => {
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new HttpRequestError(`'${hop.url.host}' redirects to an unencrypted address.`);
  }
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const isSameOrigin = url.origin === hop.url.origin;
  const isForwarded = (name: string): boolean =>
    (isSameOrigin || crossOriginHeaders.includes(name)) && !(becomesGet && name === 'content-type');
  return {
    ...hop,
    url,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => isForwarded(name))),
    ...(becomesGet && { method: 'GET', body: undefined }),
  };
};

/** Checks that headers can be sent. The error contains the name of an invalid header, but never its value. */
const validateHeaders = (headers: HttpRequest['headers']): HttpRequest['headers'] => {
  for (const [name, value] of Object.entries(headers)) {
    if (connectionHeaders.test(name))
      throw new HttpRequestError(`The header '${name}' is set by the runtime.`);
    try {
      new Headers([[name, value]]);
    } catch {
      throw new HttpRequestError(`The header '${name}' is not valid.`);
    }
  }
  return headers;
};

const readResponse = async (response: Response, maxBytes: number): Promise<HttpOutcome> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new HttpRequestError(`The response is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    isJson: /^[^;]*[/+]json\s*(;|$)/i.test(type),
    text: new TextDecoder().decode(Buffer.concat(chunks)),
  };
};

/** Returns the error code of a failed connection, such as ECONNREFUSED, without the address. */
const describeConnectionError = (failure: unknown): string => {
  const { cause } = failure as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? ` (${cause.code})` : '';
};
