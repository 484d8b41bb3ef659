/** Audits of a runtime over the runtime link, in the order in which they run. */
import { linkActionAudits } from './actions.ts';
import { badMessageAudits } from './bad-messages.ts';
import { capabilityAudits } from './capabilities.ts';
import { commandAudits } from './commands.ts';
import { eventAudits } from './events.ts';
import { graphAudits } from './graphs.ts';
import { comingUpAudits } from './held-state.ts';
import { helloAudits, refusalAudits } from './hello.ts';
import { nodeAudits } from './nodes.ts';
import { comingBackAudits, heartbeatAudits, silenceAudits } from './reconnecting.ts';
import { linkTrafficAudits } from './recorded-traffic.ts';
import { variableAudits } from './variables.ts';
import type { LinkAudit } from '../../link/link-audit.ts';

export const linkAudits: readonly LinkAudit[] = [
  // Audits that use a single connection run first, because not every runtime reconnects after the connection is closed.
  ...commandAudits,
  ...eventAudits,
  ...graphAudits,
  ...nodeAudits,
  ...variableAudits,
  ...capabilityAudits,
  ...linkActionAudits,
  ...heartbeatAudits,
  ...comingBackAudits,
  ...helloAudits,
  ...comingUpAudits,
  ...badMessageAudits,
  ...silenceAudits,
  // These audits run last, because a rejected runtime may exit.
  ...refusalAudits,
  ...linkTrafficAudits,
];
