/** The thread that arranges graphs. */
import { handleWorkerRequests } from '../../worker-thread-handler.ts';
import { arrangeNodes } from './arrange-nodes.ts';

handleWorkerRequests(arrangeNodes);
