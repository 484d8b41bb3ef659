import { httpRequest } from './http-request.ts';
import { category } from '../grammar/node.ts';

export const network = category('Network', {
  HttpRequest: httpRequest,
});
