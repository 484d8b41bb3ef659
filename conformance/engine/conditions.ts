import { setTimeout as wait } from 'node:timers/promises';
import { conditions, wayTo } from '../target/conditions.ts';
import { TransportFailure } from '../http/client.ts';
import { isTokenRefused, targetOf, tokenOf } from '../target/session.ts';
import { Stop } from './stop.ts';
import type { HttpClient, TargetInfo } from '../audit.ts';
import type { Sign } from '../target/conditions.ts';
import type { ConditionName, Verb } from '../target/manifest.ts';
import type { Session } from '../target/session.ts';

/** How long to wait before looking again whether a verb has shown its effect, in milliseconds. */
const lookAgainMs = 50;

export interface ConditionSetting {
  readonly session: Session;
  /** A client whose exchanges the audit records. */
  readonly clientOf: (target: TargetInfo) => HttpClient;
  /** Registers what brings the target back when the audit ends. */
  readonly defer: (undo: () => Promise<unknown>) => void;
}

const unconfirmed = (name: ConditionName, reason: string): never => {
  throw new Stop('HARNESS_ERROR', `The condition ${name} did not come about: ${reason}`);
};

/**
 * Leads to the target in a condition: a copy that the manifest names, or the target itself, brought there by control
 * and back when the audit ends. A condition that does not show ends the audit as HARNESS_ERROR, since whatever was
 * seen then would be held against the wrong thing.
 */
export const createConditions = ({ session, clientOf, defer }: ConditionSetting) => {
  const { manifest, control } = session;

  /** Waits until the condition shows, or shows no more; false when it does not in time. */
  const shows = async (
    { isShown }: Sign,
    expected: boolean,
    { http, usual, patienceMs }: { http: HttpClient; usual: ReadonlySet<string>; patienceMs: number },
  ): Promise<boolean> => {
    const until = performance.now() + patienceMs;
    while ((await isShown(http, usual)) !== expected) {
      if (performance.now() >= until) return false;
      await wait(lookAgainMs);
    }
    return true;
  };

  const confirm = async (
    name: ConditionName,
    http: HttpClient,
    usual: ReadonlySet<string>,
    patienceMs: number,
  ): Promise<void> => {
    const { sign } = conditions[name];
    if (!sign || (await shows(sign, true, { http, usual, patienceMs }))) return;
    if (await sign.isToldOtherwise?.(http, manifest.namespace)) return;
    unconfirmed(name, `not seen that ${sign.shows}`);
  };

  const copyOf = async (name: ConditionName, usual: ReadonlySet<string>) => {
    const instance = manifest.instances[name]!;
    const target = targetOf(instance.url, instance.eventsUrl, tokenOf(instance));
    const http = clientOf(target);
    try {
      if (await isTokenRefused(http)) {
        const why = target.token === undefined ? 'needs a token of its own' : 'refuses its token';
        unconfirmed(name, `${target.url} ${why}`);
      }
      await confirm(name, http, usual, 0);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      unconfirmed(name, `${target.url} does not answer (${error.message})`);
    }
    return { target, http };
  };

  const perform = (verb: Verb, name: ConditionName): Promise<void> =>
    control(verb).catch((error: Error) =>
      unconfirmed(name, session.redactor.text(`control "${verb}" failed: ${error.message}`)),
    );

  const broughtTo = async (name: ConditionName, verb: Verb, usual: ReadonlySet<string>) => {
    const { target } = session;
    const http = clientOf(target);
    const back = conditions[name].back.find((way) => manifest.control[way] !== undefined);
    if (back !== undefined) defer(() => bringBack(name, back, usual));
    await perform(verb, name);
    await confirm(name, http, usual, manifest.timeouts.control);
    return { target, http };
  };

  /** What comes after would be judged in the wrong condition, so the way back is confirmed as well. */
  const bringBack = async (name: ConditionName, back: Verb, usual: ReadonlySet<string>): Promise<void> => {
    await perform(back, name);
    const { sign } = conditions[name];
    const patience = { http: session.silent, usual, patienceMs: manifest.timeouts.control };
    if (sign && !(await shows(sign, false, patience))) {
      throw new Stop(
        'HARNESS_ERROR',
        `The condition ${name} did not end: control "${back}" showed no effect`,
      );
    }
  };

  return async (name: ConditionName): Promise<{ target: TargetInfo; http: HttpClient }> => {
    const { verb, sign } = conditions[name];
    const usual = (await sign?.usual?.(clientOf(session.target))) ?? new Set<string>();
    if (manifest.instances[name] !== undefined) return copyOf(name, usual);
    if (verb !== undefined && manifest.control[verb] !== undefined) return broughtTo(name, verb, usual);
    throw new Stop('NOT_VERIFIED', `Not given: ${wayTo(name)}`);
  };
};
