/** Loads modules inside a test, because Stryker would otherwise not count mutants that make a module fail to load. */
import { it } from 'vitest';

it('loads the service', () => import('../../../handlers/start-server.ts'));

it('loads the kit', () => import('../../../conformance/run-conformance.ts'));
