/** The thread that arranges graphs. */
import { answerRequests } from '../../thread-reply.ts';
import { arrange } from './arrange.ts';

answerRequests(arrange);
