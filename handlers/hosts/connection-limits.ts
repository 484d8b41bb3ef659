import { readFileSync } from 'node:fs';

/** More connections than these take more memory than anybody needs them, unless the hub is to serve more. */
const defaultMaxConnections = 10_000;

/** Files that the system lets this process open at once; Infinity where it sets no limit. */
const getOpenFilesLimit = (): number => {
  try {
    // a report says the same, but takes up to 40 ms
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (soft !== undefined) return Number(soft);
  } catch {
    // not Linux
  }
  const report: { readonly userLimits?: { readonly open_files?: { readonly soft: number | string } } } =
    process.report.getReport();
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
};

/**
 * How many connections each listener may hold, so that files can still be opened: half of what the system allows on
 * loopback, and an eighth for other machines. Webhooks have their own, smaller limit.
 * @param hubClients how many the hub serves at once; as many again may be there to be refused
 */
export const getConnectionLimits = (hubClients: number, openFiles = getOpenFilesLimit()) => {
  const most = Math.max(defaultMaxConnections, 2 * hubClients);
  return {
    loopback: Math.min(Math.floor(openFiles / 2), most),
    lan: Math.min(Math.floor(openFiles / 8), most),
  };
};
