const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls at each signal to end, and when the program that forked this process goes without having sent one. */
export const onShutdownRequest = (end: () => void): void => {
  for (const signal of shutdownSignals) {
    process.on(signal, () => {
      process.off('disconnect', end);
      end();
    });
  }
  if (process.connected) process.once('disconnect', end);
  // It was forked, and whoever did so has gone while it started.
  else if (process.send) end();
};
