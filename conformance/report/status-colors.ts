import type { Status } from '../runner/audit-outcome.ts';

/** The colour that a status is told in. */
export const getStatusColor = (status: Status): 'green' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'dim' => {
  switch (status) {
    case 'PASS':
      return 'green';
    case 'FAIL':
      return 'red';
    case 'FLAKY':
    case 'WARN':
      return 'yellow';
    case 'HARNESS_ERROR':
      return 'magenta';
    case 'OBSERVED':
      return 'cyan';
    default:
      return 'dim';
  }
};
