import { setTimeout as pause } from 'node:timers/promises';
import { SceneRuntimeError } from '../../spec/client/index.ts';
import { UsageError } from '../cli/exit-codes.ts';
import type { Answer, SceneClient } from '../../spec/client/index.ts';

const retryMs = 200;
/** Every running server responds within this time. */
const requestTimeoutMs = 2_000;

interface WaitOptions {
  readonly url: string;
  /** How many seconds to wait for a server that has not started yet. */
  readonly seconds: number;
  /** Aborts the wait when the signal aborts. */
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/**
 * Waits until a server responds, and prints a message if the server has not started yet.
 * @returns the server's health
 * @throws UsageError if there is no response in time; the signal's reason if the signal aborts
 */
export const waitForServer = async (
  scene: SceneClient,
  { url, seconds, signal, print }: WaitOptions,
): Promise<Answer<'GET /api/health'>> => {
  const deadline = performance.now() + seconds * 1000;
  for (let attempt = 0; ; attempt++) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), requestTimeoutMs);
    try {
      return await scene.request('GET /api/health', { signal: AbortSignal.any([signal, timeout.signal]) });
    } catch (failure) {
      if (signal.aborted || failure instanceof SceneRuntimeError) throw failure;
    } finally {
      clearTimeout(timer);
    }
    if (performance.now() >= deadline) {
      throw new UsageError(`No server responds at ${url}. Run 'npm start' to start one.`);
    }
    if (attempt === 0)
      print(`Waiting up to ${seconds} s for a server at ${url}. Run 'npm start' to start one …`);
    await pause(retryMs);
  }
};
