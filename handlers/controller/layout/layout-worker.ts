/** The worker thread that computes layouts. */
import { handleWorkerRequests } from '#runtime/shared/worker-thread-handler.ts';
import { arrangeNodes } from './arrange-nodes.ts';

handleWorkerRequests(arrangeNodes);
