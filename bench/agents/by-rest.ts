import { type Cost, createMeter } from './meter.ts';

/** A service as a program has it that uses its routes. */
export interface ByRest {
  readonly cost: Cost;
  /** @returns the JSON that the route answers, or its text, refusals included */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

export const openRest = (url: string, token: string): ByRest => {
  const meter = createMeter();
  return {
    get cost() {
      return meter.cost;
    },
    async call(method, path, body) {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const response = await fetch(new URL(path, url), {
        method,
        headers: { 'X-API-Key': token, ...(sent !== '' && { 'Content-Type': 'application/json' }) },
        ...(sent !== '' && { body: sent }),
      });
      const text = await response.text();
      meter.count(method, path, sent, text);
      return response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
    },
  };
};
