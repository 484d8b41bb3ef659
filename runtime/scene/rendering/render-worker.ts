/** The worker thread that draws pictures. */
import { handleWorkerRequests } from '../../shared/worker-thread-handler.ts';
import { encodePng } from '../../shared/png.ts';
import { createRenderRequestReader, type RenderRequest } from './render-request.ts';
import { createRasterizer } from '../../kernels/rasterizer/rasterizer.ts';
import { decodeTexture } from './decode-texture.ts';

const readRequest = createRenderRequestReader();
const rasterize = createRasterizer(decodeTexture);

handleWorkerRequests((request: RenderRequest) => encodePng(rasterize(readRequest(request))));
