/** Entry of the helper processes: takes a role by name, and a core to stay on, and answers calls of its methods over the IPC channel. */
import { messageOf } from '../harness/candidate.ts';
import { keepOnCore } from '../harness/cores.ts';
import { roles } from './roles.ts';
import type { Question, RoleName } from './roles.ts';

const [role, core] = process.argv.slice(2) as [RoleName, string?];
if (core !== undefined) keepOnCore(process.pid, Number(core));
const methods = Promise.resolve(roles[role]()) as Promise<Record<string, (argument: unknown) => unknown>>;

process.on('disconnect', () => process.exit(0));
process.on('message', async (message) => {
  const { id, method, argument } = message as Question;
  try {
    const value = await (await methods)[method]?.(argument);
    process.send?.({ id, value });
  } catch (error) {
    process.send?.({ id, error: messageOf(error) });
  }
});
