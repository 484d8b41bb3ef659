/** The thread that draws pictures. */
import { handleWorkerRequests } from '../../worker-thread-handler.ts';
import { encodePng } from '../../png.ts';
import { createRequestReader } from './picture-request.ts';
import { createRasteriser } from './draw/rasterise.ts';
import type { PictureRequest } from './picture-request.ts';

const read = createRequestReader();
const rasterise = createRasteriser();

handleWorkerRequests((request: PictureRequest) => encodePng(rasterise(read(request))));
