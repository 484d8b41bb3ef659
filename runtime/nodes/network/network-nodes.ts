import { httpRequestNode } from './http-request.ts';
import { getJsonValueNode, parseJsonNode, toJsonNode } from './json-nodes.ts';
import { onWebhookNode } from './on-webhook.ts';
import { onStreamEventNode, sendStreamChatNode, streamSubscribeNode } from './stream-nodes.ts';
import { defineCategory } from '../dsl/define-node.ts';

export const networkNodes = defineCategory('Network', {
  OnWebhook: onWebhookNode,
  HttpRequest: httpRequestNode,
  ParseJson: parseJsonNode,
  ToJson: toJsonNode,
  GetJsonValue: getJsonValueNode,
  StreamSubscribe: streamSubscribeNode,
  OnStreamEvent: onStreamEventNode,
  SendStreamChat: sendStreamChatNode,
});
