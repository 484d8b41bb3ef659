const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `end` at each termination signal, and when the parent process that forked this process exits without sending a
 * signal.
 */
export const onShutdownRequest = (end: () => void): void => {
  for (const signal of shutdownSignals) {
    process.on(signal, () => {
      process.off('disconnect', end);
      end();
    });
  }
  if (process.connected) process.once('disconnect', end);
  // The parent process ended while this one started.
  else if (process.send) end();
};
