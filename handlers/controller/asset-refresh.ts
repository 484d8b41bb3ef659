import { canRunAction, type RuntimeLink } from '#runtime/link/runtime-link.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';

interface AssetRefreshOptions {
  readonly link: Pick<RuntimeLink, 'connected' | 'capabilities' | 'request'>;
  log(line: ConsoleLine): void;
}

/**
 * Creates a function that makes the runtime notice changed asset files. It resolves when the runtime knows all files
 * that had been changed before the call. Calls that wait for the same refresh share it.
 */
export const createAssetRefresh = ({ link, log }: AssetRefreshOptions): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    // A runtime that connects later finds the files by itself.
    if (!link.connected || !canRunAction(link.capabilities, 'project.refresh')) return;
    await link.request('action.run', { action: 'project.refresh', parameters: {} }).catch((failure) =>
      log({
        severity: 'warning',
        message: `The runtime may not have noticed changed asset files: ${describeErrorInOneLine(failure)}`,
      }),
    );
  };

  const start = (): Promise<void> => {
    next = undefined;
    running = refresh().finally(() => {
      running = undefined;
    });
    return running;
  };

  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
};
