/** Converts the content of webhook requests to values (C-154). */
import { hasOverflow, isWithinLimits, valueLimitsText } from '#spec/value-limits.ts';
import { tryDecodeUtf8 } from '../../shared/text-encoding.ts';
import { WebhookError } from './webhook-error.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '#spec/values.ts';
import type { BodyFormat, WebhookDeviceEvent } from './webhook-device-types.ts';

type ReceivedRequest = Extract<WebhookDeviceEvent, { kind: 'received' }>;

interface ParsedBody {
  readonly bodyFormat: BodyFormat;
  readonly body: Json;
}

const parseJsonBody = (bytes: Buffer): Json => {
  try {
    return JSON.parse(tryDecodeUtf8(bytes) ?? '') as Json;
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
