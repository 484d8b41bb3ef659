/** What breaks a module when it is loaded fails no test of Stryker's count, unless a test does the loading. */
import { it } from 'vitest';

it('lets the service be loaded', () => import('../../../handlers/start-server.ts'));

it('lets the kit be loaded', () => import('../../../conformance/run-conformance.ts'));
