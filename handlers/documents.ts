import { actions } from '#spec/actions/index.ts';
import { renderActionsSchema } from '#spec/contract/render-actions.ts';
import { renderAsyncApi } from '#spec/contract/render-asyncapi.ts';
import { renderErrors } from '#spec/contract/render-errors.ts';
import { renderLayer1 } from '#spec/contract/render-layer1.ts';
import { renderLlmsText } from '#spec/contract/render-llms.ts';
import { renderOpenApi } from '#spec/contract/render-openapi.ts';
import { renderToc } from '#spec/contract/render-toc.ts';
import { errors } from '#spec/errors.ts';
import { events } from '#spec/events.ts';
import { hub } from '#spec/hub.ts';
import { operations } from '#spec/rest/index.ts';

const once = <T>(render: () => T): (() => T) => {
  let rendered: { value: T } | undefined;
  return () => {
    rendered ??= { value: render() };
    return rendered.value;
  };
};

/** What the service says of itself; each document is rendered when first asked for, and then kept. */
export const createDocuments = (version: string) => {
  const openapi = once(() => renderOpenApi(operations, { version }));
  return {
    openapi: once(() => ({ ...openapi() })),
    asyncapi: once(() => ({ ...renderAsyncApi({ events, hub, version }) })),
    toc: once(() => [...renderToc(operations)]),
    layer1: once(() => ({ ...renderLayer1(openapi()) })),
    actions: once(() => ({ ...renderActionsSchema(actions) })),
    errors: once(() => [...renderErrors(errors)]),
    llms: once(() => renderLlmsText({ operations, actions, events, errors, version })),
  };
};

export type Documents = ReturnType<typeof createDocuments>;
