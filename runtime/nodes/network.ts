import { httpRequest } from './http-request.ts';
import { category } from './node.ts';

export const network = category('Network', [httpRequest]);
