import { replaceFiles } from '#runtime/shared/atomic-write.ts';
import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { startChild } from './child/child-process.ts';
import { performanceGoals } from './performance-goals.ts';
import { type CoreAssignment, pinToCore, unpinProcess } from './harness/cpu-cores.ts';
import { checkGoals } from './harness/check-goals.ts';
import { describeMachine } from './harness/describe-machine.ts';
import { startOtherCpuMeter } from './harness/other-cpu.ts';
import { averagePaces } from './harness/machine-pace.ts';
import { getBenchPlan } from './harness/bench-plan.ts';
import { benchReportVersion } from './harness/bench-report.ts';
import { renderCsv } from './render/render-csv.ts';
import { renderReportPage } from './render/html/report-page.ts';
import { renderMarkdown } from './render/render-markdown.ts';
import { runSuite } from './run-suite.ts';
import { chooseSuites } from './suites/index.ts';
import { toJsonObject, toOptionalString } from './target/loose-json.ts';
import { createTargets } from './target/target.ts';
import type { MachinePace } from './harness/machine-pace.ts';
import type { BenchReport, SuiteResult } from './harness/bench-report.ts';
import type { Target, TargetOptions } from './target/target.ts';

interface BenchOptions {
  /**
   * The servers under test. All of them do the same jobs, taking turns. Goals are checked for the first server only.
   */
  readonly targets: readonly TargetOptions[];
  /** Ids of the suites to run; all suites run when absent. */
  readonly suites?: readonly string[];
  /**
   * Limits each suite to a fraction of a second. Such a run shows whether everything works but not how fast it is, so
   * no goal is checked.
   */
  readonly quick?: boolean;
  /** When `false`, peers are omitted even if they are installed. */
  readonly peers?: boolean;
  /**
   * Path of the directory for `bench.json`, `bench.md`, `bench.csv` and `bench.html`. The directory is created when
   * missing.
   */
  readonly out?: string;
  /**
   * The cores to which child processes and restartable targets are pinned, so that the load generator and the measured
   * process don't share a core. When absent, nothing is pinned.
   */
  readonly cores?: CoreAssignment;
  /**
   * Restarts the targets; present only if the harness started them. `targets` contains the targets of the first start.
   */
  readonly restart?: () => Promise<readonly TargetOptions[]>;
  /** Called with one line of text about the current step. */
  readonly onProgress?: (line: string) => void;
}

/** Measures servers. Also measures baselines that do the same jobs on this machine in the same run. */
export const runBench = async (options: BenchOptions): Promise<BenchReport> => {
  const { quick = false, peers = true, cores, onProgress = () => {} } = options;
  let targets = createTargets(options.targets);
  const [first] = targets;
  if (first === undefined) throw new Error('there is no target to measure');
  const suites = chooseSuites(options.suites);
  const plan = getBenchPlan(quick);
  const machine = describeMachine(cores);
  const startTime = new Date();
  const targetDescriptions = await Promise.all(targets.map(describeTarget));

  const createReport = (suites: readonly SuiteResult[]): BenchReport => ({
    format: 'scene-runtime-bench',
    version: benchReportVersion,
    startedAt: startTime.toISOString(),
    durationMs: Date.now() - startTime.getTime(),
    quick,
    machine,
    targets: targetDescriptions,
    suites,
    goals: quick ? [] : checkGoals(performanceGoals, suites, first.name),
  });

  let report = createReport([]);
  const probe = startChild('pace', cores);
  // Measures the machine's pace. If the probe fails, the result is `undefined` and the run continues.
  const measurePace = (): Promise<MachinePace | undefined> =>
    probe.call('measure', undefined).catch(() => undefined);
  try {
    let pace = await measurePace();
    for (const loadSuite of suites) {
      const suite = await loadSuite();
      const pinnedCores = suite.isUnpinned ? undefined : cores;
      const readOtherCores = startOtherCpuMeter([
        process.pid,
        ...targets.flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
      ]);
      const result = await runSuite(suite, { plan, peers, cores: pinnedCores }, onProgress, async (start) => {
        if (start > 0 && options.restart) targets = createTargets(await options.restart());
        if (cores && options.restart) for (const { pid } of targets) pinProcess(pid, pinnedCores);
        return targets;
      });
      const otherCores = readOtherCores();
      const previousPace = pace;
      pace = await measurePace();
      const suitePace = previousPace && pace && { pace: averagePaces([previousPace, pace]) };
      report = createReport([
        ...report.suites,
        { ...result, ...suitePace, ...(otherCores !== undefined && { otherCores }) },
      ]);
      // The report is written after each suite, so that an aborted run keeps its results.
      if (options.out !== undefined) await writeReport(options.out, report);
    }
    return report;
  } finally {
    await probe.stop();
  }
};

const pinProcess = (pid: number | undefined, cores: CoreAssignment | undefined): void => {
  if (pid === undefined) return;
  if (cores) pinToCore(pid, cores.measured);
  else unpinProcess(pid);
};

const describeTarget = async (target: Target): Promise<BenchReport['targets'][number]> => {
  const health = await target.call('GET', '/api/health').catch(() => undefined);
  const apiVersion = toOptionalString(toJsonObject(health).apiVersion);
  return { url: target.name, ...(apiVersion !== undefined && { apiVersion }) };
};

const writeReport = async (directory: string, report: BenchReport): Promise<void> =>
  replaceFiles(directory, {
    'bench.json': escapeControlCharacters(`${JSON.stringify(report, null, 2)}\n`),
    'bench.md': escapeControlCharacters(renderMarkdown(report)),
    'bench.csv': renderCsv(report),
    'bench.html': escapeControlCharacters(await renderReportPage(report)),
  });
