import type { ComponentProps } from 'preact';

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** The reason why the button is disabled, or `undefined` if the button is enabled. */
  readonly unavailableReason: string | undefined;
  /** Whether the button submits the form that contains it. */
  readonly isSubmit?: boolean;
};

/** A button that is disabled if the service lacks the required feature. */
export const AvailabilityButton = ({ unavailableReason, isSubmit, ...rest }: AvailabilityButtonProps) => (
  <button
    {...rest}
    type={isSubmit ? 'submit' : 'button'}
    disabled={unavailableReason !== undefined}
    title={unavailableReason}
  />
);
