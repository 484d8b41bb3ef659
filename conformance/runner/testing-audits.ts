import { defineAuditArea } from '../define-audit-area.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { createSession, type Session } from '../target/session.ts';
import { createInterruption } from './interruption.ts';
import { runAudit } from './run-audit.ts';
import { createCleanup } from './cleanup.ts';
import type { AuditContext } from '../audit.ts';
import type { AuditOutcome } from './audit-outcome.ts';
import type { RunContext } from './audit-context.ts';

/** What a run lends to an audit on its own, with routes that the target is said to list; nothing knows node types. */
export const createTestRunContext = async (
  session: Session,
  listed: readonly string[] = [],
  signal = new AbortController().signal,
): Promise<RunContext> => {
  const routes = new Set(listed);
  const takeAway = await createCleanup(session, routes);
  return {
    session,
    health: undefined,
    routes,
    surveyNodeTypes: () => Promise.reject(new Error('no palette')),
    cleanup: takeAway,
    createTracker: takeAway.inventory,
    interruption: createInterruption(signal),
  };
};

/** What comes of an audit on its own, of a target that a test makes up. */
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
