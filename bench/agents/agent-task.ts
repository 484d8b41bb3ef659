import type { RestAgent, RestCall } from './rest-agent.ts';
import type { McpAgent } from './mcp-agent.ts';

/** A task for an agent, and how to do it with tools and over REST. Both ways use only what the service has returned. */
export interface AgentTask {
  /** The task in the words given to an agent. */
  readonly prompt: string;
  /** Creates what the task starts from. Its calls are not counted. */
  setUp?(call: RestCall): Promise<unknown>;
  /** @returns the reply as text, where the task asks a question */
  runWithTools(agent: McpAgent): Promise<unknown>;
  runWithRest(agent: RestAgent): Promise<unknown>;
  /** @throws Error when the task is not done or the reply is wrong */
  check(call: RestCall, response: string): Promise<void>;
}
