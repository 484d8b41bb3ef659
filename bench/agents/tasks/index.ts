import { building } from './building.ts';
import { editing } from './editing.ts';
import { events } from './events.ts';
import { running } from './running.ts';
import { scene } from './scene.ts';
import type { Task } from '../task.ts';

/** What an agent is told in one session, one after another. */
export const tasks: readonly Task[] = [...building, ...events, ...scene, ...editing, ...running];
