import { runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/** What the manifest needs so that a process can be started. */
export const programRequirement = 'a program that ends by itself soon (choices.actions "process.start")';

/** Starts the program of the manifest; NOT_VERIFIED if there is none. */
export const startProgram = async (t: AuditTools): Promise<Reply> =>
  runAction(
    t,
    'process.start',
    t.manifest.choices.actions['process.start'] ?? t.unverified(programRequirement),
  );
