import { readFile } from 'node:fs/promises';
import { isRecord, tryParseJson } from '../json.ts';
import { UsageError } from '../target/manifest.ts';
import { reportFormat } from './report.ts';
import type { Report } from './report.ts';

/**
 * Reads a `report.json`.
 * @throws UsageError if the file can't be read or has a different format
 */
export const readReport = async (path: string): Promise<Report> => {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`The report cannot be read: ${error.message}`);
  });
  const json = tryParseJson(text);
  if (!isRecord(json) || typeof json.format !== 'string')
    throw new UsageError(`${path} is not a report.json of this kit`);
  if (json.format !== reportFormat)
    throw new UsageError(`${path} has the format ${json.format}; this kit reads ${reportFormat}`);
  return json as unknown as Report;
};

/** Returns the ids of the failed audits without duplicates. */
export const listFailedAudits = ({ audits }: Report): readonly string[] => {
  const failed = audits.filter(({ status }) => ['FAIL', 'FLAKY', 'HARNESS_ERROR'].includes(status));
  return [...new Set(failed.map(({ audit }) => audit))];
};
