import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { formatErrorLine } from '../harness/candidate.ts';
import { paceKinds } from '../harness/machine-pace.ts';
import { benchReportVersion } from '../harness/bench-report.ts';
import type { BenchReport } from '../harness/bench-report.ts';

/** Thrown for a file that is not a comparable report. The message is a single line that describes the problem. */
export class InvalidReportError extends Error {
  override readonly name = 'UnfitReport';
}

const reportHeaderSchema = z.object({ format: z.literal('scene-runtime-bench'), version: z.number() });

/** The parts of a report that are needed to compare reports. */
const reportSchema = z.object({
  quick: z.boolean(),
  startedAt: z.string(),
  targets: z.array(z.object({ url: z.string(), apiVersion: z.string().optional() })).min(1),
  machine: z.object({ cpu: z.string(), cores: z.number(), node: z.string() }),
  suites: z.array(
    z.object({
      pace: z.record(z.enum(paceKinds), z.number().positive()).optional(),
      comparisons: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          metrics: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string() })),
          candidates: z.array(
            z.discriminatedUnion('outcome', [
              z.object({
                outcome: z.literal('measured'),
                name: z.string(),
                target: z.string().optional(),
                figures: z.record(
                  z.string(),
                  z.object({
                    median: z.number(),
                    values: z.array(z.number()),
                    ratio: z.number().positive().optional(),
                  }),
                ),
              }),
              z.object({
                outcome: z.enum(['failed', 'absent']),
                name: z.string(),
                target: z.string().optional(),
                reason: z.string(),
              }),
            ]),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Reads a `bench.json` file.
 * @throws InvalidReportError when the file is missing or is not a report of this version
 */
export const readReport = async (path: string): Promise<BenchReport> => {
  const text = await readFile(path, 'utf8').catch((failure: unknown) => {
    throw new InvalidReportError(`the report cannot be read: ${formatErrorLine(failure)}`);
  });
  const json = parseReportJson(text);
  const header = reportHeaderSchema.safeParse(json);
  if (!header.success)
    throw new InvalidReportError(
      `${path} is not a report of this bench. Pass a bench.json that 'bench --out' wrote`,
    );
  const { version } = header.data;
  if (version !== benchReportVersion)
    throw new InvalidReportError(
      `${path} is a report of version ${version}, and only those of version ${benchReportVersion} can be compared; measure again`,
    );
  const fit = reportSchema.safeParse(json);
  if (fit.success) return json as BenchReport;
  // biome-ignore lint/style/noNonNullAssertion: a failed validation has an issue
  const { path: fieldPath, message } = fit.error.issues[0]!;
  throw new InvalidReportError(`${path} is damaged at ${fieldPath.join('.')}: ${message}`);
};

const parseReportJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
