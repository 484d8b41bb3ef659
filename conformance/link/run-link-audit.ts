import {
  type Attempt,
  interrupted,
  ofTwo,
  outcomesOf,
  TimeLimit,
  verdictOf,
  verdictOn,
  within,
} from '../engine/attempt.ts';
import { Interrupted, unless } from '../engine/interruption.ts';
import { Stop } from '../engine/stop.ts';
import { createLinkContext } from './context.ts';
import { Unanswered } from './line.ts';
import type { AuditOutcome } from '../engine/outcome.ts';
import type { Verdict } from '../engine/docket.ts';
import type { Abilities, Guest } from './guest.ts';
import type { LinkAudit, LinkNeed } from './link-audit.ts';

/** How long an audit may take, in milliseconds, unless it says otherwise. */
const usualLimitMs = 60_000;

/** No audit takes more steps than these. */
const mostSteps = 150;

/** Runs an audit over the runtime link; a failure is tried once more, so that one that comes and goes is told apart as FLAKY. */
export const runLinkAudit = async (
  audit: LinkAudit,
  guest: Guest,
  can: Abilities,
  signal: AbortSignal,
): Promise<readonly AuditOutcome[]> => {
  const against = signal.aborted ? interrupted : reasonAgainst(audit, can);
  if (against) {
    const verdicts = new Map(audit.requirements.map((id) => [id, against]));
    return outcomesOf(audit, { verdicts, observations: {}, exchanges: [], ms: 0 });
  }
  const first = await attempt(audit, guest, can, signal);
  if (audit.last || ![...first.verdicts.values()].some(({ status }) => status === 'FAIL'))
    return outcomesOf(audit, first);
  return outcomesOf(audit, ofTwo(first, await attempt(audit, guest, can, signal)));
};

/** Why an audit says nothing of this runtime. */
const reasonAgainst = ({ needs }: LinkAudit, can: Abilities): Verdict | undefined => {
  const lacking = needs.filter((need) => !isClaimed(need, can)).map(inWords);
  return lacking.length === 0
    ? undefined
    : { status: 'NOT_APPLICABLE', message: `The runtime does not claim ${lacking.join(', ')}` };
};

const isClaimed = (need: LinkNeed, can: Abilities): boolean => {
  if (need === 'messagepack') return can.encodings.includes('messagepack');
  const [kind, name] = partsOf(need);
  switch (kind) {
    case 'node':
      return can.nodeTypes.has(name);
    case 'event':
      return can.events.has(name);
    case 'action':
      return can.actions.has(name);
    default:
      return name === 'discovery' ? can.discovery.length > 0 : can.flags.has(name);
  }
};

const partsOf = (need: LinkNeed): readonly [kind: string, name: string] => {
  const colon = need.indexOf(':');
  return [need.slice(0, colon), need.slice(colon + 1)];
};

const inWords = (need: LinkNeed): string => {
  const [kind, name] = partsOf(need);
  if (kind === 'node') return `the node type ${name}`;
  if (kind === 'event') return `events ${name}`;
  return kind === 'action' ? `the action ${name}` : name;
};

const attempt = async (
  audit: LinkAudit,
  guest: Guest,
  can: Abilities,
  signal: AbortSignal,
): Promise<Attempt> => {
  const started = performance.now();
  const work = createLinkContext(guest, can, audit.requirements);
  const limit = (audit.timeout ?? usualLimitMs) + (mostSteps * 1_000) / can.stepsPerSecond;
  const ending = await within(
    limit,
    unless(signal, () => audit.run(work.context)),
  ).catch(ended);
  const verdicts = new Map(audit.requirements.map((id) => [id, verdictOn(id, ending, work)]));
  const exchanges = work.log.chain();
  if (!signal.aborted) await within(limit, work.cleanUp()).catch(() => {});
  return {
    ...{ verdicts, exchanges, observations: { ...work.observations } },
    ms: Math.round(performance.now() - started),
  };
};

const ended = (error: unknown): Verdict => {
  if (error instanceof Stop) return verdictOf(error);
  if (error instanceof Unanswered) return { status: 'FAIL', message: error.message };
  if (error instanceof Interrupted) return interrupted;
  if (error instanceof TimeLimit) return { status: 'NOT_VERIFIED', message: error.message };
  return {
    status: 'HARNESS_ERROR',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
};
