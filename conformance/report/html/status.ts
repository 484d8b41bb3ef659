import { html } from './markup.ts';
import type { Status } from '../../engine/outcome.ts';
import type { Html } from './markup.ts';

/** How a page shows each status: a sign and a word. */
const signs: Readonly<Record<Status, readonly [string, string]>> = {
  FAIL: ['✕', 'failed'],
  FLAKY: ['≈', 'flaky'],
  HARNESS_ERROR: ['⚙', 'kit failed'],
  WARN: ['!', 'warning'],
  NOT_VERIFIED: ['?', 'not verified'],
  OBSERVED: ['○', 'observed'],
  PASS: ['✓', 'passed'],
  NOT_APPLICABLE: ['–', 'not applicable'],
  NO_AUDIT: ['·', 'no audit yet'],
};

/** The statuses, what has to be looked at first. */
export const shownStatuses = Object.keys(signs) as readonly Status[];

export const wordOf = (status: Status): string => signs[status][1];

export const markOf = (status: Status): Html =>
  html`<span class="mark ${status}" title="${wordOf(status)}"><span aria-hidden="true">${signs[status][0]}</span><span class="unseen">${wordOf(status)}</span></span>`;
