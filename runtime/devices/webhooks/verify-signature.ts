/** Checks that the senders of webhook requests know the secret (C-154). */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The maximum age of a signature in seconds. The value allows for clock skew. */
const maxClockSkewSeconds = 300;
/**
 * The maximum number of signatures in a request. A request may contain several signatures while a secret is being
 * rotated.
 */
const maxSignatures = 10;

type Bytes = string | Buffer;

/** Compares in constant time, so that the duration reveals nothing about the values. */
const isEqualInConstantTime = (a: Bytes, b: Bytes): boolean => {
  const [first, second] = [a, b].map((bytes) => createHash('sha256').update(bytes).digest());
  return timingSafeEqual(first as Buffer, second as Buffer);
};

const computeSignature = (secret: string, ...parts: readonly Bytes[]): string => {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
};

const getSingleHeader = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

export const hasValidSecret = (secret: string, headers: IncomingHttpHeaders): boolean =>
  [getSingleHeader(headers['x-webhook-secret']), /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]]
    .filter((receivedSecret) => receivedSecret !== undefined)
    // Node decodes header bytes as Latin-1 characters
    .some((receivedSecret) => isEqualInConstantTime(Buffer.from(receivedSecret, 'latin1'), secret));

/** Returns whether a request has a signature. Verifying the signature requires the body. */
export const hasSignature = (headers: IncomingHttpHeaders): boolean =>
  'x-hub-signature-256' in headers || 'stripe-signature' in headers;

/** Checks a header in GitHub's format: `sha256=…`, which is a signature of the body. */
const isValidGitHubSignature = (secret: string, header: string, body: Buffer): boolean => {
  const [, signature] = /^sha256=([\da-f]{64})$/i.exec(header) ?? [];
  return (
    signature !== undefined && isEqualInConstantTime(signature.toLowerCase(), computeSignature(secret, body))
  );
};

/** Checks a header in Stripe's format: `t=…,v1=…`, which contains a time, and signatures of the time and the body. */
const isValidStripeSignature = (secret: string, header: string, body: Buffer, now: number): boolean => {
  const entries = header.split(',').map((entry) => entry.trim().split('='));
  const getValues = (name: string): string[] =>
    entries.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [time, ...otherTimes] = getValues('t');
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > maxClockSkewSeconds) return false;
  const expected = computeSignature(secret, `${time}.`, body);
  return getValues('v1')
    .slice(0, maxSignatures)
    .some((signature) => isEqualInConstantTime(signature.toLowerCase(), expected));
};

/**
 * Returns whether a request was signed with the secret.
 * @param now the current time in milliseconds since 1970
 */
export const hasValidSignature = (
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: number,
): boolean => {
  const gitHubHeader = getSingleHeader(headers['x-hub-signature-256']);
  const stripeHeader = getSingleHeader(headers['stripe-signature']);
  return (
    (gitHubHeader !== undefined && isValidGitHubSignature(secret, gitHubHeader, body)) ||
    (stripeHeader !== undefined && isValidStripeSignature(secret, stripeHeader, body, now))
  );
};
