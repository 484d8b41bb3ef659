import { runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** What the manifest must provide so that a process can be started. */
export const programRequirement = 'a program that ends by itself soon (choices.actions "process.start")';

/** Starts the program in the manifest. The audit is NOT_VERIFIED if the manifest has none. */
export const startProgram = async (t: AuditTools): Promise<Reply> =>
  runAction(
    t,
    'process.start',
    t.manifest.choices.actions['process.start'] ?? t.unverified(programRequirement),
  );
