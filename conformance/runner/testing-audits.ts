import { defineAuditArea } from '../define-audit-area.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { createSession, type Session } from '../target/session.ts';
import { createInterruption } from './interruption.ts';
import { runAudit } from './run-audit.ts';
import { createCleanup } from './cleanup.ts';
import type { AuditContext } from '../audit.ts';
import type { AuditOutcome } from './audit-outcome.ts';
import type { RunContext } from './audit-context.ts';

/** Creates the run context for a single audit. The target lists the routes in `listedRoutes`, and has no node types. */
export const createTestRunContext = async (
  session: Session,
  listedRoutes: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<RunContext> => {
  const routes = new Set(listedRoutes);
  const cleanup = await createCleanup(session, routes);
  return {
    session,
    health: undefined,
    routes,
    findUndeclaredParameter: () => undefined,
    surveyNodeTypes: () => Promise.reject(new Error('no palette')),
    cleanup,
    createTracker: cleanup.inventory,
    interruption: createInterruption(signal),
  };
};

/** Runs a single audit against a stub target. */
export const runTestAudit = async (
  url: string,
  body: (t: AuditContext) => Promise<unknown>,
  manifest: ManifestInput = {},
): Promise<AuditOutcome | undefined> => {
  const session = createSession({
    ...{ url, manifest: Manifest.parse(manifest), validate: () => undefined, seed: 1, folder: '.' },
  });
  try {
    const [outcome] = await runAudit(
      defineAuditArea('test').audit('one', ['HEALTH-001'], body),
      await createTestRunContext(session),
    );
    return outcome;
  } finally {
    session.close();
  }
};
