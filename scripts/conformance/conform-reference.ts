/**
 * Checks the reference implementation in every condition. Starts a default server and one server per condition, writes
 * a manifest that names these servers, and runs `conform`. The script passes on `--only` (repeatable), `--failed`,
 * `--report`, `--seed` and `--one-by-one`, and exits with the exit code of `conform`. With `--relayed`, relays of these
 * servers are checked instead. Relays only affect the hub audits, so add `--only L3`.
 */
import '../report-usage-errors.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveReference, servedConditions } from '../../fixtures/targets/reference-target.ts';
import { conform } from '../cli/conform.ts';
import { parseWholeNumber } from '../parse-options.ts';

const parseOptions = () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      failed: { type: 'string' },
      report: { type: 'string' },
      seed: { type: 'string' },
      'one-by-one': { type: 'boolean' },
      relayed: { type: 'boolean' },
    },
  });
  const { only, failed, report, seed, 'one-by-one': oneByOne, relayed: isRelayed = false } = values;
  const kitOptions = {
    ...(only && { only }),
    ...(failed !== undefined && { failed }),
    ...(report !== undefined && { report }),
    ...(seed !== undefined && { seed: parseWholeNumber(values, 'seed', 0) }),
    ...(oneByOne && { oneByOne }),
  };
  return { kitOptions, isRelayed };
};

const runKit = async (): Promise<void> => {
  const { kitOptions, isRelayed } = parseOptions();
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-conform-'));
  const reference = await serveReference({ conditions: servedConditions, isRelayed });
  const { url, token, manifest, failures, close } = reference;
  try {
    const file = join(folder, 'target.json');
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const copies = Object.entries(manifest.instances ?? {}).map(
      ([name, instance]) => `  ${name.padEnd(16)}${instance?.url}\n`,
    );
    process.stderr.write(`${'  as usual'.padEnd(18)}${url}\n${copies.join('')}\n`);
    await conform({ url, token, manifest: file, rerunCommand: 'npm run conform --', ...kitOptions });
    for (const failure of failures) process.stderr.write(`A call failed internally: ${String(failure)}\n`);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
};

await runKit();
