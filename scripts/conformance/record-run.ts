/**
 * Runs the kit through a recording proxy, and shows what undid each request that changed something. Also compares the
 * state of the implementation before and after the run, through its own reads. Exits with 1 if a request was not undone
 * or the state differs. Without `--url`, records a run on the reference implementation.
 *
 *     npx tsx scripts/conformance/record-run.ts --url URL --events-url U --token T --manifest FILE --seed 1 --out FILE
 */
import '../report-usage-errors.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { serveReference } from '../../fixtures/targets/reference-target.ts';
import { recordRun, type RecordedRun } from './recorded-run.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'events-url': { type: 'string' },
    token: { type: 'string' },
    manifest: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    out: { type: 'string' },
  },
});

const formatRun = ({ report, traced, differences }: RecordedRun): string => {
  const open = traced.filter(({ undoneBy }) => undoneBy === undefined);
  return [
    `${traced.length} requests changed something, ${open.length} of them without a visible undo:`,
    ...[...new Set(open.map(({ request }) => `  ${request}`))],
    `${differences.length} parts of the state differ after the run:`,
    ...differences.map((difference) => `  ${difference}`),
    `${report.left.length} leftovers in the report:`,
    ...report.left.map(({ what, why }) => `  ${what}: ${why}`),
    ...report.audits
      .filter(({ status }) => status === 'HARNESS_ERROR')
      .map(({ audit, message }) => `HARNESS_ERROR ${audit}: ${message}`),
    `${JSON.stringify(report.counts)}`,
    '',
  ].join('\n');
};

const readManifest = async (path: string | undefined) =>
  path === undefined ? undefined : JSON.parse(await readFile(path, 'utf8'));

const run = async (): Promise<RecordedRun> => {
  const options = { seed: Number(values.seed), ...(values.only && { only: values.only }) };
  if (values.url !== undefined) {
    const eventsUrl = values['events-url'] ?? `${values.url.replace(/^http/, 'ws')}/api/events`;
    const manifest = await readManifest(values.manifest);
    return recordRun({ ...options, url: values.url, eventsUrl, token: values.token, manifest });
  }
  const served = await serveReference({ conditions: [] });
  try {
    const { url, token } = served;
    const eventsUrl = `${url.replace(/^http/, 'ws')}/api/events`;
    const manifest = (await readManifest(values.manifest)) ?? {
      ...served.manifest,
      consent: { destructive: false },
    };
    return await recordRun({ ...options, url, eventsUrl, token, manifest });
  } finally {
    await served.close();
  }
};

const recorded = await run();
process.stdout.write(formatRun(recorded));
if (values.out !== undefined)
  await writeFile(
    values.out,
    JSON.stringify({ ...recorded, report: undefined, left: recorded.report.left }, null, 1),
  );
process.exitCode =
  recorded.differences.length > 0 || recorded.traced.some(({ undoneBy }) => undoneBy === undefined) ? 1 : 0;
