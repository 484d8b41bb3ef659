import { html, type Html } from '#spec/text/html.ts';
import { listKeys } from '../../json.ts';
import type { Status } from '../../runner/audit-outcome.ts';

/**
 * Renders the share of each status as a bar. The bar is an SVG, because the content security policy forbids inline
 * widths.
 */
export const renderStatusBar = (found: readonly Status[]): Html => {
  const order = ['PASS', ...orderedStatuses.filter((status) => status !== 'PASS')] as typeof found;
  let x = 0;
  return html`<svg class="bar" viewBox="0 0 ${found.length} 1" preserveAspectRatio="none" aria-hidden="true">${order.map(
    (status) => {
      const count = found.filter((one) => one === status).length;
      const x0 = x;
      x += count;
      return count > 0 && html`<rect class="${status}" x="${x0}" width="${count}" height="1"/>`;
    },
  )}</svg>`;
};

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
export const orderedStatuses = listKeys(statusSigns);

export const getStatusWord = (status: Status): string => statusSigns[status][1];

export const renderStatusMark = (status: Status): Html =>
  html`<span class="mark ${status}" title="${getStatusWord(status)}"><span aria-hidden="true">${statusSigns[status][0]}</span><span class="unseen">${getStatusWord(status)}</span></span>`;
