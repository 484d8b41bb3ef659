import { httpRequest } from './http-request.ts';
import { getJsonValue, parseJson, toJson } from './json.ts';
import { onWebhook } from './on-webhook.ts';
import { onStreamEvent, sendStreamChat, streamSubscribe } from './streams.ts';
import { category } from '../grammar/node.ts';

export const network = category('Network', {
  OnWebhook: onWebhook,
  HttpRequest: httpRequest,
  ParseJson: parseJson,
  ToJson: toJson,
  GetJsonValue: getJsonValue,
  StreamSubscribe: streamSubscribe,
  OnStreamEvent: onStreamEvent,
  SendStreamChat: sendStreamChat,
});
