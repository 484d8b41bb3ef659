import { area } from '../area.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { createSession, type Session } from '../target/session.ts';
import { createInterruption } from './interruption.ts';
import { runAudit } from './run-audit.ts';
import { createTakeAway } from './take-away.ts';
import type { AuditContext } from '../audit.ts';
import type { AuditOutcome } from './outcome.ts';
import type { Shared } from './context.ts';

/** What a run lends to an audit on its own, with routes that the target is said to list; nothing knows node types. */
export const sharedFor = async (
  session: Session,
  listed: readonly string[] = [],
  signal = new AbortController().signal,
): Promise<Shared> => {
  const routes = new Set(listed);
  const takeAway = await createTakeAway(session, routes);
  return {
    session,
    health: undefined,
    routes,
    palette: () => Promise.reject(new Error('no palette')),
    takeAway,
    inventory: takeAway.inventory,
    interruption: createInterruption(signal),
  };
};

/** What comes of an audit on its own, of a target that a test makes up. */
export const audited = async (
  url: string,
  body: (t: AuditContext) => Promise<unknown>,
  manifest: ManifestInput = {},
): Promise<AuditOutcome | undefined> => {
  const session = createSession({
    ...{ url, manifest: Manifest.parse(manifest), validate: () => undefined, seed: 1, folder: '.' },
  });
  try {
    const [outcome] = await runAudit(
      area('test').audit('one', ['HEALTH-001'], body),
      await sharedFor(session),
    );
    return outcome;
  } finally {
    session.close();
  }
};
