import { readFileSync } from 'node:fs';

/** The default connection limit, which bounds memory use. Only a larger number of hub clients raises this limit. */
const defaultMaxConnections = 10_000;

/** Returns how many files the process may have open at the same time, or `Infinity` if there is no limit. */
const getOpenFilesLimit = (): number => {
  try {
    // `process.report` is not used, because reading the same value from it takes up to 40 ms.
    const [, softLimit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (softLimit !== undefined) return Number(softLimit);
  } catch {
    // not Linux
  }
  const report: { readonly userLimits?: { readonly open_files?: { readonly soft: number | string } } } =
    process.report.getReport();
  const softLimit = Number(report.userLimits?.open_files?.soft);
  return Number.isNaN(softLimit) ? Number.POSITIVE_INFINITY : softLimit;
};

/**
 * Computes the connection limits so that enough files can still be opened. Loopback receives half of the system's
 * limit, and other machines receive an eighth. Webhooks have their own, smaller limit.
 * @param hubClients the number of clients that the hub serves at the same time; the same number of additional clients
 * may connect, and are rejected
 */
export const getConnectionLimits = (hubClients: number, openFiles = getOpenFilesLimit()) => {
  const maxSockets = Math.max(defaultMaxConnections, 2 * hubClients);
  return {
    loopback: Math.min(Math.floor(openFiles / 2), maxSockets),
    lan: Math.min(Math.floor(openFiles / 8), maxSockets),
  };
};
