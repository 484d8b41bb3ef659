import { channel } from 'node:diagnostics_channel';
import type { AssertionDetail } from './audit-outcome.ts';

/** Matches a location in the kit's sources, such as `audits/values/values.ts:225`. */
const locationPattern = /\/conformance\/((?:audits|audit-helpers|model)\/[\w/-]+\.ts:\d+)/;

/**
 * Returns the source location of the current assertion, which is the innermost caller outside the runner. Returns
 * `undefined` if the sources are not available.
 */
const getAssertionLocation = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return locationPattern.exec(stack)?.[1];
};

/** Adds the source location of the current assertion to the assertion's details. */
export const addAssertionLocation = (detail: AssertionDetail): AssertionDetail => {
  const line = getAssertionLocation();
  return line === undefined ? detail : { ...detail, line };
};

/** The result of one assertion. */
interface AssertionResult {
  /** The source location, in the format of audit outcomes. `undefined` if the sources are not available. */
  readonly line: string | undefined;
  readonly holds: boolean;
}

const assertionChannel = channel('scene-runtime-control.judged');

/**
 * Calls a listener for every assertion that is made from now on.
 * @returns a function that unsubscribes the listener
 */
export const subscribeToAssertions = (listen: (result: AssertionResult) => void): (() => void) => {
  const forward = (result: unknown): void => listen(result as AssertionResult);
  assertionChannel.subscribe(forward);
  return () => void assertionChannel.unsubscribe(forward);
};

/** Notifies subscribers of the result of an assertion. */
export const publishAssertion = (condition: boolean): void => {
  if (assertionChannel.hasSubscribers)
    assertionChannel.publish({ line: getAssertionLocation(), holds: condition } satisfies AssertionResult);
};
