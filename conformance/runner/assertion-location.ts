import { channel } from 'node:diagnostics_channel';
import type { AssertionDetail } from './audit-outcome.ts';

/** A place in the sources of the kit, such as `audits/values/values.ts:225`. */
const locationPattern = /\/conformance\/((?:audits|audit-helpers|model)\/[\w/-]+\.ts:\d+)/;

/**
 * The line by which an audit judges at this moment: that of the innermost caller outside the engine. Undefined where the
 * sources are not at hand.
 */
const getAssertionLocation = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return locationPattern.exec(stack)?.[1];
};

/** A detail with the line by which an audit judges at this moment. */
export const addAssertionLocation = (detail: AssertionDetail): AssertionDetail => {
  const line = getAssertionLocation();
  return line === undefined ? detail : { ...detail, line };
};

/** That a line judged. */
interface AssertionResult {
  /** As outcomes tell it; undefined where the sources are not at hand. */
  readonly line: string | undefined;
  readonly holds: boolean;
}

const assertionChannel = channel('scene-runtime-control.judged');

/** Calls a listener for every line that judges from now on. @returns what ends that */
export const subscribeToAssertions = (listen: (told: AssertionResult) => void): (() => void) => {
  const hear = (told: unknown): void => listen(told as AssertionResult);
  assertionChannel.subscribe(hear);
  return () => void assertionChannel.unsubscribe(hear);
};

/** Tells those who listen that an audit judges at this moment. */
export const publishAssertion = (holds: boolean): void => {
  if (assertionChannel.hasSubscribers)
    assertionChannel.publish({ line: getAssertionLocation(), holds } satisfies AssertionResult);
};
