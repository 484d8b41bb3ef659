import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../fixtures/testing-cli.ts';

it('npm ci installs no package that does not support the current version of Node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-engines-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(file, join(folder, file));
    const options = [
      '--dry-run',
      '--engine-strict',
      '--ignore-scripts',
      '--offline',
      '--no-audit',
      '--no-fund',
    ];
    const { code, stderr } = await runCommand('npm', ['ci', ...options], { cwd: folder });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('EBADENGINE')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
