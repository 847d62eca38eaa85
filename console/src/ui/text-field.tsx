import { type ComponentProps, useId } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  help?: string;
  onChange: (value: string) => void;
}

/** One input with its label, outside the forms of actions. */
export function TextField({ label, help, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        {...rest}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-10 w-full rounded-md border border-line-strong bg-card px-3 text-text"
      />
      {help && (
        <p id={`${id}-help`} className="m-0 mt-1 text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
