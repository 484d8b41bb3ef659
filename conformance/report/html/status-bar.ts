import { html } from '#spec/text/html.ts';
import { orderedStatuses } from './status-mark.ts';
import type { Html } from '#spec/text/html.ts';
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
