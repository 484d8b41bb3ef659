import type { RestAgent, RestCall } from './rest-agent.ts';
import type { McpAgent } from './mcp-agent.ts';

/**
 * A task for an agent, with one solution that uses MCP tools and one that uses REST. Both solutions use only
 * information that the service has returned.
 */
export interface AgentTask {
  /** The wording of the task, exactly as an agent receives it. */
  readonly prompt: string;
  /** Creates the objects that the task starts from. Calls made during this setup are not counted. */
  setUp?(call: RestCall): Promise<unknown>;
  /** @returns the agent's reply as a string, if the task asks a question */
  runWithTools(agent: McpAgent): Promise<unknown>;
  runWithRest(agent: RestAgent): Promise<unknown>;
  /** @throws Error when the task is not done or the response is wrong */
  check(call: RestCall, response: string): Promise<void>;
}
