import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  danger: 'bg-danger text-card hover:opacity-90',
  plain: 'border border-line-strong bg-card hover:bg-sunken',
  quiet: 'hover:bg-sunken text-text',
} as const;

/** The classes of a button, for links that look like one. */
export function buttonLook(look: keyof typeof LOOKS = 'plain', isSmall = false): string {
  return clsx(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap',
    isSmall ? 'min-h-7 px-2 text-sm' : 'min-h-9 px-3',
    'disabled:cursor-not-allowed disabled:opacity-55',
    LOOKS[look],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS;
  isSmall?: boolean;
  /** Why it cannot be pressed; the button is disabled and tells the reason. */
  reason?: string | null;
  isBusy?: boolean;
}

export function Button({ look = 'plain', isSmall, reason, isBusy, className, children, ...rest }: ButtonProps) {
  const isPrevented = typeof reason === 'string' && reason !== '';
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isBusy === true || isPrevented}
      aria-busy={isBusy ? true : undefined}
      title={reason ?? rest.title}
      className={clsx(buttonLook(look, isSmall), className)}
    >
      {children}
    </button>
  );
}
