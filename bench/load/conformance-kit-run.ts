import { runConformance } from '../../conformance/run-conformance.ts';

export interface KitRunOptions {
  readonly url: string;
  readonly eventsUrl: string;
  readonly token: string | undefined;
  /** Ids of the audits to run; all audits run when absent. */
  readonly only?: readonly string[];
}

export interface KitRunResult {
  readonly ms: number;
  /** CPU time of the process that runs the kit, in milliseconds. */
  readonly cpuMs: number;
  readonly audits: number;
  /** Number of requirements that passed. */
  readonly passed: number;
  readonly problem?: string;
}

/** Creates a run of the conformance kit. The run works in the same way as a run from the command line. */
export const createConformanceKitRun = () => ({
  async run({ url, eventsUrl, token, only }: KitRunOptions): Promise<KitRunResult> {
    const startUsage = process.cpuUsage();
    const { durationMs, audits, counts, problem } = await runConformance({
      ...{ url, eventsUrl, seed: 1 },
      manifest: { consent: { destructive: true } },
      ...(token !== undefined && { token }),
      ...(only && { only }),
    });
    const { user, system } = process.cpuUsage(startUsage);
    return {
      ms: durationMs,
      cpuMs: (user + system) / 1000,
      audits: audits.length,
      passed: counts.PASS,
      ...(problem !== undefined && { problem }),
    };
  },
});
