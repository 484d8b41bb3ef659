import { setTimeout as wait } from 'node:timers/promises';
import { conditions, describeConditionSetup } from '../target/conditions.ts';
import { TransportError } from '../target/http/transport.ts';
import { isTokenRejected, toTargetInfo, resolveToken } from '../target/session.ts';
import { AuditStop } from './audit-stop.ts';
import type { TargetInfo, Session } from '../target/session.ts';
import type { HttpClient } from '../target/http/exchange.ts';
import type { ConditionCheck } from '../target/conditions.ts';
import type { ConditionName, Verb } from '../target/manifest.ts';

/** How long to wait before looking again whether a verb has shown its effect, in milliseconds. */
const pollMs = 50;

interface ConditionControlOptions {
  readonly session: Session;
  /** A client whose exchanges the audit records. */
  readonly clientOf: (target: TargetInfo) => HttpClient;
  /** Registers what brings the target back when the audit ends. */
  readonly defer: (undo: () => Promise<unknown>) => void;
}

/** What the manifest says of a condition is not so: nothing can be seen in it, and the target is not to blame. */
const throwUnconfirmed = (name: ConditionName, way: string, reason: string): never => {
  const said = `the manifest says that ${way} is in it, and it is not so`;
  throw new AuditStop('HARNESS_ERROR', `The condition ${name} did not come about: ${said}: ${reason}`);
};

const describeCopy = (name: ConditionName): string => `instances.${name}`;
const describeVerb = (verb: Verb): string => `the target after control "${verb}"`;

/**
 * Leads to the target in a condition: a copy that the manifest names, or the target itself, brought there by control
 * and back when the audit ends. A condition that does not show ends the audit as HARNESS_ERROR, since whatever was
 * seen then would be held against the wrong thing.
 */
export const createConditionControl = ({ session, clientOf, defer }: ConditionControlOptions) => {
  const { manifest, control } = session;

  /** Waits until the condition shows, or shows no more; false when it does not in time. */
  const shows = async (
    { isMet }: ConditionCheck,
    expected: boolean,
    { http, usual, patienceMs }: { http: HttpClient; usual: ReadonlySet<string>; patienceMs: number },
  ): Promise<boolean> => {
    const until = performance.now() + patienceMs;
    while ((await isMet(http, usual)) !== expected) {
      if (performance.now() >= until) return false;
      await wait(pollMs);
    }
    return true;
  };

  const confirm = async (
    name: ConditionName,
    way: string,
    http: HttpClient,
    { usual, patienceMs }: { usual: ReadonlySet<string>; patienceMs: number },
  ): Promise<void> => {
    const { check } = conditions[name];
    if (!check || (await shows(check, true, { http, usual, patienceMs }))) return;
    if (await check.isMetOtherwise?.(http, manifest.namespace)) return;
    throwUnconfirmed(name, way, `not seen that ${check.description}`);
  };

  const copyOf = async (name: ConditionName, usual: ReadonlySet<string>) => {
    // biome-ignore lint/style/noNonNullAssertion: only copies that the manifest names are led to
    const instance = manifest.instances[name]!;
    const target = toTargetInfo({ ...instance, token: resolveToken(instance) });
    const http = clientOf(target);
    try {
      if (await isTokenRejected(http)) {
        const why = target.token === undefined ? 'needs a token of its own' : 'refuses its token';
        throwUnconfirmed(name, describeCopy(name), `${target.url} ${why}`);
      }
      await confirm(name, describeCopy(name), http, { usual, patienceMs: 0 });
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

  const broughtTo = async (name: ConditionName, verb: Verb, usual: ReadonlySet<string>) => {
    const { target } = session;
    const http = clientOf(target);
    const way = conditions[name].undoVerbs.find((known) => manifest.control[known] !== undefined);
    let returned: Promise<void> | undefined;
    const back = async (): Promise<void> => {
      if (way !== undefined) returned ??= bringBack(name, way, usual);
      return returned;
    };
    defer(back);
    await perform(verb, name);
    await confirm(name, describeVerb(verb), http, { usual, patienceMs: manifest.timeouts.control });
    return { target, http, back };
  };

  /** What comes after would be judged in the wrong condition, so the way back is confirmed as well. */
  const bringBack = async (name: ConditionName, back: Verb, usual: ReadonlySet<string>): Promise<void> => {
    await perform(back, name);
    const { check } = conditions[name];
    const patience = { http: session.silent, usual, patienceMs: manifest.timeouts.control };
    if (check && !(await shows(check, false, patience))) {
      throw new AuditStop(
        'HARNESS_ERROR',
        `The condition ${name} did not end: control "${back}" showed no effect`,
      );
    }
  };

  const usually = async (name: ConditionName): Promise<ReadonlySet<string>> =>
    (await conditions[name].check?.readBaseline?.(clientOf(session.target))) ?? new Set<string>();

  const bring = async (name: ConditionName) => {
    const { verb } = conditions[name];
    if (verb !== undefined && manifest.control[verb] !== undefined)
      return broughtTo(name, verb, await usually(name));
    throw new AuditStop('NOT_VERIFIED', `Not given: ${describeConditionSetup(name)}`);
  };

  return {
    /** To a copy, or to the target itself. */
    under: async (name: ConditionName): Promise<{ target: TargetInfo; http: HttpClient }> =>
      manifest.instances[name] === undefined ? bring(name) : copyOf(name, await usually(name)),
    /** Only the target itself shows the change into a condition; `back` brings it back before the audit ends. */
    bring,
  };
};
