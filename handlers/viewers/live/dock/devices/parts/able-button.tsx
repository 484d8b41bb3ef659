import type { ComponentProps } from 'preact';

type AbleButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  /** Why it cannot be used. */
  readonly lacks: string | undefined;
  /** Whether it sends the form that it stands in. */
  readonly submits?: boolean;
};

/** A button for something that not every service has. */
export const AbleButton = ({ lacks, submits, disabled, title, ...rest }: AbleButtonProps) => (
  <button
    {...rest}
    type={submits ? 'submit' : 'button'}
    disabled={disabled || lacks !== undefined}
    title={lacks ?? title}
  />
);
