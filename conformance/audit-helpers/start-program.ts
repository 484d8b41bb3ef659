import { runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** What the manifest is to say for a process to be started. */
export const programRequirement = 'a program that ends by itself soon (choices.actions "process.start")';

/** Starts the program that the author names; NOT_VERIFIED when there is none. */
export const startProgram = async (t: AuditTools): Promise<Reply> =>
  runAction(
    t,
    'process.start',
    t.manifest.choices.actions['process.start'] ?? t.unverified(programRequirement),
  );
