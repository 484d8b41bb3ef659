import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface ErrorMessageProps {
  /** The id by which a control refers to the message. */
  readonly id?: string | undefined;
  readonly error: { readonly code?: string | undefined; readonly message: string };
}

/** The service's error below the control or the form that caused it. */
export const ErrorMessage = ({ id, error }: ErrorMessageProps) => {
  const message = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => message.current?.scrollIntoView({ block: 'nearest' }), [error]);
  return (
    <p ref={message} id={id} class="reason" role="alert">
      <Icon name="triangle-alert" class="small" />
      <span>
        {error.code && <code>{error.code}</code>} {error.message}
      </span>
    </p>
  );
};
