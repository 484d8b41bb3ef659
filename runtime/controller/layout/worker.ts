/** The thread that arranges graphs. */
import { handleWorkerRequests } from '../../worker-thread-handler.ts';
import { arrange } from './arrange.ts';

handleWorkerRequests(arrange);
