#!/usr/bin/env node
// The command that npm links. It exists before anything is built, and then says how to build.
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli.js', import.meta.url);
if (existsSync(cli)) {
  await import(cli.href);
} else {
  process.stderr.write("scene-runtime: Nothing is built yet. Run 'npm ci && npm run build'.\n");
  process.exitCode = 2;
}
