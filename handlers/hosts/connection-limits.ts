import { readFileSync } from 'node:fs';

/** The default limit, which bounds memory. It grows only with the number of hub clients. */
const defaultMaxConnections = 10_000;

/** Returns how many files the process may open at once; Infinity without a limit. */
const getOpenFilesLimit = (): number => {
  try {
    // process.report has the same value, but takes up to 40 ms.
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
 * Computes the connection limit of each listener so that files can still be opened: half of the system's limit on
 * loopback, and an eighth for other machines. Webhooks have their own, smaller limit.
 * @param hubClients how many clients the hub serves at once; as many more may connect to be rejected
 */
export const getConnectionLimits = (hubClients: number, openFiles = getOpenFilesLimit()) => {
  const maxSockets = Math.max(defaultMaxConnections, 2 * hubClients);
  return {
    loopback: Math.min(Math.floor(openFiles / 2), maxSockets),
    lan: Math.min(Math.floor(openFiles / 8), maxSockets),
  };
};
