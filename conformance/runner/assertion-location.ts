import { channel } from 'node:diagnostics_channel';
import type { AssertionDetail } from './audit-outcome.ts';

/** A location in the sources of the kit, such as `audits/values/values.ts:225`. */
const locationPattern = /\/conformance\/((?:audits|audit-helpers|model)\/[\w/-]+\.ts:\d+)/;

/**
 * Returns the line of the current assertion: that of the innermost caller outside the runner. Undefined where the
 * sources are not available.
 */
const getAssertionLocation = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return locationPattern.exec(stack)?.[1];
};

/** Adds the line of the current assertion to a detail. */
export const addAssertionLocation = (detail: AssertionDetail): AssertionDetail => {
  const line = getAssertionLocation();
  return line === undefined ? detail : { ...detail, line };
};

/** The result of one assertion. */
interface AssertionResult {
  /** As outcomes report it; undefined where the sources are not available. */
  readonly line: string | undefined;
  readonly holds: boolean;
}

const assertionChannel = channel('scene-runtime-control.judged');

/**
 * Calls a listener for every assertion from now on.
 * @returns a function that unsubscribes
 */
export const subscribeToAssertions = (listen: (result: AssertionResult) => void): (() => void) => {
  const forward = (result: unknown): void => listen(result as AssertionResult);
  assertionChannel.subscribe(forward);
  return () => void assertionChannel.unsubscribe(forward);
};

/** Notifies subscribers of an assertion. */
export const publishAssertion = (condition: boolean): void => {
  if (assertionChannel.hasSubscribers)
    assertionChannel.publish({ line: getAssertionLocation(), holds: condition } satisfies AssertionResult);
};
