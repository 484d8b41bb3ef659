import { fieldsOf, parse } from './read.ts';
import type { Fields } from './read.ts';
import type { Surroundings } from './surroundings.ts';

/** Milliseconds that an answer may take. */
const patience = 10_000;
const largestAnswer = 1024 * 1024;

export interface Answer {
  /** 0 when there is none. */
  readonly status: number;
  readonly body: Fields;
}

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks an interface over HTTP for JSON. What goes wrong is an answer with the status 0, or without fields. */
export type Ask = (url: string, question: Question, signal: AbortSignal) => Promise<Answer>;

const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > largestAnswer) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

export const createAsk =
  ({ fetch, after }: Surroundings): Ask =>
  async (url, { method = 'GET', headers = {}, body }, signal) => {
    const late = new AbortController();
    const forget = after(patience, () => late.abort());
    try {
      const response = await fetch(url, {
        ...{ method, redirect: 'error', signal: AbortSignal.any([signal, late.signal]) },
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: fieldsOf(parse(await textOf(response))) };
    } catch {
      return { status: 0, body: {} };
    } finally {
      forget();
    }
  };
