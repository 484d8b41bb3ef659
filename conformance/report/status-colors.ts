import type { Status } from '../runner/audit-outcome.ts';

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
