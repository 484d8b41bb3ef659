/**
 * Loads modules inside a test, because Stryker counts a mutant that breaks a module's loading only if a test loads it.
 */
import { it } from 'vitest';

it('loads the service', () => import('../../../handlers/start-server.ts'));

it('loads the kit', () => import('../../../conformance/run-conformance.ts'));
