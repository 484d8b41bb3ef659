import { html } from '#spec/text/html.ts';
import type { Status } from '../../runner/audit-outcome.ts';
import type { Html } from '#spec/text/html.ts';

const statusSigns: Readonly<Record<Status, readonly [string, string]>> = {
  FAIL: ['✕', 'failed'],
  FLAKY: ['≈', 'flaky'],
  HARNESS_ERROR: ['⚙', 'kit or set-up failed'],
  WARN: ['!', 'warning'],
  NOT_VERIFIED: ['?', 'not verified'],
  OBSERVED: ['○', 'observed'],
  PASS: ['✓', 'passed'],
  NOT_APPLICABLE: ['–', 'not applicable'],
  NO_AUDIT: ['·', 'no audit yet'],
};

/** All statuses. Statuses that need attention come first. */
export const orderedStatuses = Object.keys(statusSigns) as readonly Status[];

export const getStatusWord = (status: Status): string => statusSigns[status][1];

export const renderStatusMark = (status: Status): Html =>
  html`<span class="mark ${status}" title="${getStatusWord(status)}"><span aria-hidden="true">${statusSigns[status][0]}</span><span class="unseen">${getStatusWord(status)}</span></span>`;
