import { graphBuildingTasks } from './graph-building-tasks.ts';
import { graphEditingTasks } from './graph-editing-tasks.ts';
import { eventTasks } from './event-tasks.ts';
import { graphRunningTasks } from './graph-running-tasks.ts';
import { sceneTasks } from './scene-tasks.ts';
import type { AgentTask } from '../agent-task.ts';

/** All tasks of a session, in the order in which they run. */
export const agentTasks: readonly AgentTask[] = [
  ...graphBuildingTasks,
  ...eventTasks,
  ...sceneTasks,
  ...graphEditingTasks,
  ...graphRunningTasks,
];
