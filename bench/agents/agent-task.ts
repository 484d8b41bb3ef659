import type { RestAgent, RestCall } from './rest-agent.ts';
import type { McpAgent } from './mcp-agent.ts';

/** What an agent is told to do, and how it does it either way, with nothing but what the service has answered. */
export interface AgentTask {
  /** In the words that an agent gets. */
  readonly prompt: string;
  /** Makes what is there before, at no cost. */
  setUp?(call: RestCall): Promise<unknown>;
  /** @returns what it replies, as text, where it is asked for something */
  runWithTools(agent: McpAgent): Promise<unknown>;
  runWithRest(agent: RestAgent): Promise<unknown>;
  /** @throws Error when it is not done, or the reply is wrong */
  check(call: RestCall, reply: string): Promise<void>;
}
