import { channel } from 'node:diagnostics_channel';
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

/** That a line judged. */
interface Judged {
  /** As outcomes tell it; undefined where the sources are not at hand. */
  readonly line: string | undefined;
  readonly holds: boolean;
}

const judged = channel('scene-runtime-control.judged');

/** Calls a listener for every line that judges from now on. @returns what ends that */
export const onJudged = (listen: (told: Judged) => void): (() => void) => {
  const hear = (told: unknown): void => listen(told as Judged);
  judged.subscribe(hear);
  return () => void judged.unsubscribe(hear);
};

/** Tells those who listen that an audit judges at this moment. */
export const tellJudged = (holds: boolean): void => {
  if (judged.hasSubscribers) judged.publish({ line: auditLine(), holds } satisfies Judged);
};
