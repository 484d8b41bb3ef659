/** Requests over the network, to hosts that the user allowed (register: C-31). */
import { isAllowedHost } from './allowed-hosts.ts';
import type { HttpDevice, HttpOutcome, HttpRequest } from './http.ts';

export interface HttpDeviceOptions {
  /** Hosts that requests may go to, asked anew for each of them. */
  allowedHosts(): readonly string[];
  /** Most bytes of an answer; 1 MiB when absent. */
  readonly mostBytes?: number;
}

/** Why a request has no answer, in words for the author of the graph. */
class Refusal extends Error {}

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that tell nothing of the caller's account with a server, and so may go along to another one. */
const impersonal = ['accept', 'accept-language', 'content-type'];
/** Headers that belong to the connection. */
const reserved =
  /^(host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

export const createHttpDevice = ({
  allowedHosts,
  mostBytes = 1024 * 1024,
}: HttpDeviceOptions): HttpDevice => {
  /** The address, when requests may go there. */
  const permit = (address: string, base?: URL): URL => {
    const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : undefined;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
      throw new Refusal('The address is no http or https address.');
    }
    if (url.username !== '' || url.password !== '') {
      throw new Refusal(
        'The address holds a user name or password; the header Authorization is the place for them.',
      );
    }
    if (!isAllowedHost(url, allowedHosts())) {
      throw new Refusal(`The host '${url.host}' is not among 'allowedHosts' of the settings.`);
    }
    return url;
  };

  const answerOf = async ({ url, ...request }: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> => {
    let step = { ...request, url: permit(url), headers: checked(request.headers) };
    for (let followed = 0; ; followed++) {
      const response = await ask(step, signal);
      const location = redirects.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return read(response, mostBytes);
      await response.body?.cancel();
      if (followed === mostRedirects) throw new Refusal(`'${step.url.host}' redirects too often.`);
      step = redirect(step, response.status, permit(location, step.url));
    }
  };

  return {
    send(request, finish, signal) {
      const timeout = AbortSignal.timeout(Math.ceil(request.timeout * 1000));
      const explain = (failure: unknown): string => {
        if (failure instanceof Refusal) return failure.message;
        if (timeout.aborted) return `There was no whole answer within ${request.timeout} seconds.`;
        return `There is no connection to the host${codeOf(failure)}.`;
      };
      answerOf(request, AbortSignal.any([signal, timeout])).then(
        (outcome) => finish(outcome),
        (failure) => {
          if (!signal.aborted) finish({ error: explain(failure) });
        },
      );
    },
  };
};

interface Step extends Omit<HttpRequest, 'url'> {
  readonly url: URL;
}

const ask = ({ url, method, headers, body }: Step, signal: AbortSignal): Promise<Response> =>
  fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });

/** The request that follows a redirect: as browsers do it, and never from https down to http. */
const redirect = (step: Step, status: number, url: URL): Step => {
  if (step.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new Refusal(`'${step.url.host}' redirects to an address without encryption.`);
  }
  const becomesGet = status === 303 ? step.method !== 'HEAD' : status < 303 && step.method === 'POST';
  const isSameOrigin = url.origin === step.url.origin;
  const goesAlong = (name: string): boolean =>
    (isSameOrigin || impersonal.includes(name)) && !(becomesGet && name === 'content-type');
  return {
    ...step,
    url,
    headers: Object.fromEntries(Object.entries(step.headers).filter(([name]) => goesAlong(name))),
    ...(becomesGet && { method: 'GET', body: undefined }),
  };
};

/** Headers that can be sent. What the refusal says names the header and never its value. */
const checked = (headers: HttpRequest['headers']): HttpRequest['headers'] => {
  for (const [name, value] of Object.entries(headers)) {
    if (reserved.test(name)) throw new Refusal(`The header '${name}' is set by the runtime.`);
    try {
      new Headers([[name, value]]);
    } catch {
      throw new Refusal(`The header '${name}' is not valid.`);
    }
  }
  return headers;
};

const read = async (response: Response, mostBytes: number): Promise<HttpOutcome> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Refusal(`The answer is longer than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    isJson: /^[^;]*[/+]json\s*(;|$)/i.test(type),
    text: new TextDecoder().decode(Buffer.concat(chunks)),
  };
};

/** What the system says of a failed connection, such as ECONNREFUSED; nothing of the address. */
const codeOf = (failure: unknown): string => {
  const { cause } = failure as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? ` (${cause.code})` : '';
};
