import type { ByRest, Call } from './by-rest.ts';
import type { ByTools } from './by-tools.ts';

/** What an agent is told to do, and how it does it either way, with nothing but what the service has answered. */
export interface Task {
  /** In the words that an agent gets. */
  readonly told: string;
  /** Makes what is there before, at no cost. */
  given?(call: Call): Promise<unknown>;
  /** @returns what it replies, as text, where it is asked for something */
  byTools(agent: ByTools): Promise<unknown>;
  byRest(agent: ByRest): Promise<unknown>;
  /** @throws Error when it is not done, or the reply is wrong */
  check(call: Call, reply: string): Promise<void>;
}
