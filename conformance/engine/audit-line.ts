import type { Detail } from './outcome.ts';

/** A place in the sources of the kit, such as `audits/values/values.ts:225`. */
const place = /\/conformance\/((?:audits|lab|model)\/[\w/-]+\.ts:\d+)/;

/**
 * The line by which an audit judges at this moment: that of the innermost caller outside the engine. Undefined where the
 * sources are not at hand.
 */
const auditLine = (): string | undefined => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return place.exec(stack)?.[1];
};

/** A detail with the line by which an audit judges at this moment. */
export const withLine = (detail: Detail): Detail => {
  const line = auditLine();
  return line === undefined ? detail : { ...detail, line };
};
