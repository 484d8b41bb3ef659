/**
 * Entry point of the child processes. It loads the role with the given name, pins the process to a core if requested,
 * and serves calls over IPC.
 */
import { formatErrorLine } from '../harness/candidate.ts';
import { pinToCore } from '../harness/cpu-cores.ts';
import { childRoles } from './roles.ts';
import type { ChildRequest, ChildRoleName } from './roles.ts';

const [role, core] = process.argv.slice(2) as [ChildRoleName, string?];
if (core !== undefined) pinToCore(process.pid, Number(core));
const roleMethods = Promise.resolve(childRoles[role]()) as Promise<
  Record<string, (argument: unknown) => unknown>
>;

process.on('disconnect', () => process.exit(0));
process.on('message', async (message) => {
  const { id, method, argument } = message as ChildRequest;
  try {
    const value = await (await roleMethods)[method]?.(argument);
    process.send?.({ id, value });
  } catch (error) {
    process.send?.({ id, error: formatErrorLine(error) });
  }
});
