import { setTimeout as wait } from 'node:timers/promises';
import { conditions, describeConditionSetup } from '../target/conditions.ts';
import { TransportError } from '../target/http/transport.ts';
import { isTokenRejected, toTargetInfo, resolveToken } from '../target/session.ts';
import { AuditStop } from './audit-outcome.ts';
import type { TargetInfo, Session } from '../target/session.ts';
import type { HttpClient } from '../target/http/exchange.ts';
import type { ConditionCheck } from '../target/conditions.ts';
import type { ConditionName, Verb } from '../target/manifest.ts';

/** Interval between checks of whether a control verb took effect, in milliseconds. */
const pollMs = 50;

interface ConditionControlOptions {
  readonly session: Session;
  /** Creates a client. The audit records the client's exchanges. */
  readonly createClient: (target: TargetInfo) => HttpClient;
  /** Registers a function that restores the target when the audit ends. */
  readonly defer: (undo: () => Promise<unknown>) => void;
}

/**
 * Ends the audit because nothing shows that the condition holds. This is an error in the set-up that the manifest
 * describes, not in the target.
 */
const throwUnconfirmed = (name: ConditionName, subject: string, reason: string): never => {
  throw new AuditStop(
    'HARNESS_ERROR',
    `The set-up of the condition ${name} failed: the manifest says that ${subject} is in it, but it is not: ${reason}`,
  );
};

const describeCopy = (name: ConditionName): string => `instances.${name}`;
const describeVerb = (verb: Verb): string => `the target after control "${verb}"`;

/**
 * Provides a target in a condition: either a copy that the manifest names, or the target itself. If the target itself
 * is used, the control puts this target into the condition, and restores the target when the audit ends. If the
 * condition can't be observed, the audit ends as HARNESS_ERROR, because the audit's failures would have the wrong
 * cause.
 */
export const createConditionControl = ({ session, createClient, defer }: ConditionControlOptions) => {
  const { manifest, control } = session;

  /** Waits until the condition holds or, if so requested, no longer holds. Returns false if this takes too long. */
  const waitForState = async (
    { isMet }: ConditionCheck,
    expected: boolean,
    { http, baseline, patienceMs }: { http: HttpClient; baseline: ReadonlySet<string>; patienceMs: number },
  ): Promise<boolean> => {
    const until = performance.now() + patienceMs;
    while ((await isMet(http, baseline)) !== expected) {
      if (performance.now() >= until) return false;
      await wait(pollMs);
    }
    return true;
  };

  const confirm = async (
    name: ConditionName,
    subject: string,
    http: HttpClient,
    { baseline, patienceMs }: { baseline: ReadonlySet<string>; patienceMs: number },
  ): Promise<void> => {
    const { check } = conditions[name];
    if (!check || (await waitForState(check, true, { http, baseline, patienceMs }))) return;
    if (await check.isMetOtherwise?.(http, manifest.namespace)) return;
    throwUnconfirmed(name, subject, `it was not seen that ${check.description}`);
  };

  const connectToCopy = async (name: ConditionName, baseline: ReadonlySet<string>) => {
    // biome-ignore lint/style/noNonNullAssertion: only copies that the manifest names are led to
    const instance = manifest.instances[name]!;
    const target = toTargetInfo({ ...instance, token: resolveToken(instance) });
    const http = createClient(target);
    try {
      if (await isTokenRejected(http)) {
        const reason = target.token === undefined ? 'needs a token of its own' : 'refuses its token';
        throwUnconfirmed(name, describeCopy(name), `${target.url} ${reason}`);
      }
      await confirm(name, describeCopy(name), http, { baseline, patienceMs: 0 });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throwUnconfirmed(name, describeCopy(name), `${target.url} does not answer (${error.message})`);
    }
    return { target, http };
  };

  const perform = (verb: Verb, name: ConditionName): Promise<void> =>
    control(verb).catch((error: Error) =>
      throwUnconfirmed(
        name,
        describeVerb(verb),
        session.redactor.text(`control "${verb}" failed: ${error.message}`),
      ),
    );

  const enterByVerb = async (name: ConditionName, verb: Verb, baseline: ReadonlySet<string>) => {
    const { target } = session;
    const http = createClient(target);
    const undoVerb = conditions[name].undoVerbs.find(
      (candidate) => manifest.control[candidate] !== undefined,
    );
    let returned: Promise<void> | undefined;
    const leave = async (): Promise<void> => {
      if (undoVerb !== undefined) returned ??= leaveByVerb(name, undoVerb, baseline);
      return returned;
    };
    defer(leave);
    await perform(verb, name);
    await confirm(name, describeVerb(verb), http, { baseline, patienceMs: manifest.timeouts.control });
    return { target, http, back: leave };
  };

  /**
   * Restores the target and confirms that the condition has ended, because later audits would otherwise run under the
   * wrong condition.
   */
  const leaveByVerb = async (
    name: ConditionName,
    undoVerb: Verb,
    baseline: ReadonlySet<string>,
  ): Promise<void> => {
    await perform(undoVerb, name);
    const { check } = conditions[name];
    const options = { http: session.silent, baseline, patienceMs: manifest.timeouts.control };
    if (check && !(await waitForState(check, false, options))) {
      throw new AuditStop(
        'HARNESS_ERROR',
        `The set-up failed to end the condition ${name}: control "${undoVerb}" of the manifest showed no effect`,
      );
    }
  };

  const readBaseline = async (name: ConditionName): Promise<ReadonlySet<string>> =>
    (await conditions[name].check?.readBaseline?.(createClient(session.target))) ?? new Set<string>();

  const bring = async (name: ConditionName) => {
    const { verb } = conditions[name];
    if (verb !== undefined && manifest.control[verb] !== undefined)
      return enterByVerb(name, verb, await readBaseline(name));
    throw new AuditStop('NOT_VERIFIED', `Not given: ${describeConditionSetup(name)}`);
  };

  return {
    /** Provides a copy in the condition. If the manifest names no copy, puts the target itself into the condition. */
    under: async (name: ConditionName): Promise<{ target: TargetInfo; http: HttpClient }> =>
      manifest.instances[name] === undefined ? bring(name) : connectToCopy(name, await readBaseline(name)),
    /**
     * Puts the target itself into a condition, so that clients can observe the change. `back` restores the target
     * before the audit ends.
     */
    bring,
  };
};
