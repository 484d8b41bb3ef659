import { readFields, parseUntrustedJson } from './untrusted-json.ts';
import type { JsonFields } from './untrusted-json.ts';
import type { AdapterContext } from './adapter-context.ts';

/** The timeout for a response in milliseconds. */
const responseTimeoutMs = 10_000;
const maxResponseBytes = 1024 * 1024;

export interface JsonResponse {
  /** The HTTP status, or 0 if there is no response. */
  readonly status: number;
  readonly body: JsonFields;
}

interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a JSON request over HTTP. If the request fails, the response has the status 0 or no fields. */
export type SendJsonRequest = (
  url: string,
  request: JsonRequest,
  signal: AbortSignal,
) => Promise<JsonResponse>;

const readResponseText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

export const createJsonClient =
  ({ fetch, after }: AdapterContext): SendJsonRequest =>
  async (url, { method = 'GET', headers = {}, body }, signal) => {
    const timeout = new AbortController();
    const cancelTimeout = after(responseTimeoutMs, () => timeout.abort());
    try {
      const response = await fetch(url, {
        ...{ method, redirect: 'error', signal: AbortSignal.any([signal, timeout.signal]) },
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        body: readFields(parseUntrustedJson(await readResponseText(response))),
      };
    } catch {
      return { status: 0, body: {} };
    } finally {
      cancelTimeout();
    }
  };
