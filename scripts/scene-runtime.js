#!/usr/bin/env node
// The command that npm links: it is there before anything is built, and says so then.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);
if (existsSync(cli)) {
  await import(cli.href);
} else {
  process.stderr.write("scene-runtime: nothing is built yet; 'npm ci && npm run build' does it\n");
  process.exitCode = 2;
}
