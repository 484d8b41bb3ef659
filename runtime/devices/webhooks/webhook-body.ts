/** Converts the content of webhook requests to values (C-154). */
import { hasOverflow, isWithinLimits, valueLimitsText } from '#spec/value-limits.ts';
import { tryDecodeUtf8 } from '../../shared/text-encoding.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Json } from '#spec/values.ts';
import type { BodyFormat, WebhookDeviceEvent } from '../../integrations/webhooks.ts';

/** Thrown to reject a request. The error contains the status for the sender and the reason for the console. */
export class WebhookError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Thrown when a request ends before it is complete. Such a request needs no response. */
class IncompleteRequestError extends Error {}

/**
 * Reads the body of a request.
 * @param maxBytes the maximum size of the body in bytes
 * @param timeoutMs the timeout in milliseconds
 * @throws WebhookError when the body is too long or arrives too slowly; the rest of the body is then left unread
 * @throws IncompleteRequestError when the request ends too early
 */
export const readBody = (request: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const createTooLongError = (): WebhookError =>
      new WebhookError(413, `It has more than ${maxBytes} bytes.`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return void reject(createTooLongError());
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', add);
      settle();
    };
    const add = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) finish(() => reject(createTooLongError()));
      else chunks.push(chunk);
    };
    const timer = setTimeout(
      () => finish(() => reject(new WebhookError(408, `It took longer than ${timeoutMs / 1000} seconds.`))),
      timeoutMs,
    );
    request.on('data', add);
    request.once('end', () => finish(() => resolve(Buffer.concat(chunks))));
    request.on('error', () => {});
    request.once('close', () =>
      finish(() => reject(new IncompleteRequestError('It ended before it was complete.'))),
    );
  });

type ReceivedRequest = Extract<WebhookDeviceEvent, { kind: 'received' }>;

interface ParsedBody {
  readonly bodyFormat: BodyFormat;
  readonly body: Json;
}

const parseJsonBody = (bytes: Buffer): Json => {
  try {
    return JSON.parse(tryDecodeUtf8(bytes) ?? '');
  } catch {
    throw new WebhookError(400, 'Its body is not valid JSON.');
  }
};

/** Parses a query string or form. The values of a repeated name become a list. */
export const parseFormFields = (text: string): ReceivedRequest['query'] => {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const existing = fields.get(name);
    if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, existing === undefined ? value : [existing, value]);
  }
  return Object.fromEntries(fields);
};

const parseAs = (type: string, bytes: Buffer): ParsedBody => {
  if (bytes.length === 0) return { bodyFormat: 'none', body: null };
  const [essence = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (/[/+]json$/.test(essence)) return { bodyFormat: 'json', body: parseJsonBody(bytes) };
  const charset = /^charset="?([^"]*)/.exec(
    parameters.find((parameter) => parameter.startsWith('charset=')) ?? '',
  )?.[1];
  const isText = essence === '' || essence.startsWith('text/') || /[/+]xml$/.test(essence);
  const isForm = essence === 'application/x-www-form-urlencoded';
  const isReadable = charset === undefined || /^(utf-?8|us-ascii)$/.test(charset);
  const text = (isText || isForm) && isReadable ? tryDecodeUtf8(bytes) : undefined;
  if (text === undefined) return { bodyFormat: 'base64', body: bytes.toString('base64') };
  return isForm
    ? { bodyFormat: 'form', body: parseFormFields(text) as Json }
    : { bodyFormat: 'text', body: text };
};

/**
 * Parses a body according to its content type.
 * @throws WebhookError when the body is invalid or exceeds the limits of values
 */
export const parseBody = (type: string | undefined, bytes: Buffer): ParsedBody => {
  const content = parseAs(type ?? '', bytes);
  if (isWithinLimits(content.body)) return content;
  if (hasOverflow(content.body)) throw new WebhookError(400, 'A number in its body overflows.');
  throw new WebhookError(413, `Its body exceeds the limits for values: ${valueLimitsText}.`);
};

/** Matches headers that identify senders or contain credentials. */
const secretHeaderPattern = /secret|token|signature|authorization|cookie|api-?key|password|credential/;

/** Returns only those headers that contain no secrets. */
export const redactHeaders = (headers: IncomingHttpHeaders): ReceivedRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || secretHeaderPattern.test(name) ? [] : [[name, String(value)]],
    ),
  );
