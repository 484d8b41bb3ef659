import { setTimeout as pause } from 'node:timers/promises';
import { SceneRuntimeError } from '../../spec/client/index.ts';
import { UsageError } from '../cli/exit-codes.ts';
import type { Answer, SceneClient } from '../../spec/client/index.ts';

const retryMs = 200;
/** A server that answers does so sooner. */
const requestTimeoutMs = 2_000;

interface WaitOptions {
  readonly url: string;
  /** How long to wait for a server that is not there yet. */
  readonly seconds: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/**
 * Waits until a server answers, and says so when it is not there yet.
 * @returns what the server says of itself
 * @throws UsageError when nothing answers in time; the reason of the signal
 */
export const waitForServer = async (
  scene: SceneClient,
  { url, seconds, signal, say }: WaitOptions,
): Promise<Answer<'GET /api/health'>> => {
  const deadline = performance.now() + seconds * 1000;
  for (let attempt = 0; ; attempt++) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), requestTimeoutMs);
    try {
      return await scene.request('GET /api/health', { signal: AbortSignal.any([signal, late.signal]) });
    } catch (failure) {
      if (signal.aborted || failure instanceof SceneRuntimeError) throw failure;
    } finally {
      clearTimeout(timer);
    }
    if (performance.now() >= deadline) {
      throw new UsageError(`nothing answers at ${url}; start the server with 'npm start'`);
    }
    if (attempt === 0) say(`Waiting up to ${seconds} s for a server at ${url}; 'npm start' starts one …`);
    await pause(retryMs);
  }
};
