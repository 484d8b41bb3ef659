/** A mutant that breaks a module while it loads counts in Stryker only if a test does the loading. */
import { it } from 'vitest';

it('loads the service', () => import('../../../handlers/start-server.ts'));

it('loads the kit', () => import('../../../conformance/run-conformance.ts'));
